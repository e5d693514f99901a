package main

import (
	"encoding/json"
	"errors"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/fake"
	"k8s.io/apiextensions-apiserver/pkg/client/informers/externalversions"
	"k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema"
	clienttesting "k8s.io/client-go/testing"
)

// nonStructuralCondition runs the controller that sets the condition, on a
// definition with an outdated one, so that it always writes something; nil
// when the controller takes the condition away.
func nonStructuralCondition(raw json.RawMessage) (answer, error) {
	crd, err := stored(raw)
	if err != nil {
		return nil, err
	}
	client := fake.NewSimpleClientset(crd)
	informers := externalversions.NewSharedInformerFactory(client, 0)
	crds := informers.Apiextensions().V1().CustomResourceDefinitions()
	controller := nonstructuralschema.NewConditionController(crds, client.ApiextensionsV1())
	stop := make(chan struct{})
	defer close(stop)
	informers.Start(stop)
	go controller.Run(1, stop)
	for attempt := 0; attempt < 1000; attempt++ {
		for _, action := range client.Actions() {
			if update, ok := action.(clienttesting.UpdateAction); ok {
				return find(update.GetObject().(*apiextensionsv1.CustomResourceDefinition)), nil
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil, errors.New("the controller wrote nothing")
}

// stored gives the definition as controllers see it, in v1.
func stored(raw json.RawMessage) (*apiextensionsv1.CustomResourceDefinition, error) {
	internal, err := decode(raw)
	if err != nil {
		return nil, err
	}
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := crdScheme.Convert(internal, crd, nil); err != nil {
		return nil, err
	}
	crd.Generation = 1
	crd.Status.Conditions = []apiextensionsv1.CustomResourceDefinitionCondition{{
		Type: apiextensionsv1.NonStructuralSchema, Status: apiextensionsv1.ConditionTrue, Reason: "Outdated",
	}}
	return crd, nil
}

func find(crd *apiextensionsv1.CustomResourceDefinition) answer {
	for _, condition := range crd.Status.Conditions {
		if condition.Type == apiextensionsv1.NonStructuralSchema {
			return answer{"status": condition.Status, "reason": condition.Reason, "message": condition.Message}
		}
	}
	return nil
}
