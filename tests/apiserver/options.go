package main

import (
	"io"
	"net"
	"path/filepath"

	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// serverOptions are those of upstream's integration tests
// (apiextensions-apiserver test/integration/fixtures/server.go), except for
// the certificate, which is made below dir for this run.
func serverOptions(dir string, listener net.Listener, etcd string) (*options.CustomResourceDefinitionsServerOptions, error) {
	coreAPI, err := coreAPIKubeconfig(dir)
	if err != nil {
		return nil, err
	}
	all := options.NewCustomResourceDefinitionsServerOptions(io.Discard, io.Discard)
	recommended := all.RecommendedOptions
	recommended.Etcd.StorageConfig.Transport.ServerList = []string{etcd}
	recommended.SecureServing.Listener = listener
	recommended.SecureServing.BindPort = listener.Addr().(*net.TCPAddr).Port
	recommended.SecureServing.ExternalAddress = net.IPv4(127, 0, 0, 1)
	recommended.SecureServing.ServerCert.CertDirectory = dir
	recommended.Authentication.SkipInClusterLookup = true
	recommended.Authentication.RemoteKubeConfigFile = coreAPI
	recommended.Authorization.RemoteKubeConfigFile = coreAPI
	recommended.CoreAPI.CoreAPIKubeconfigPath = coreAPI
	recommended.Features.EnablePriorityAndFairness = false
	// They ask the core API.
	recommended.Admission.DisablePlugins = []string{
		"NamespaceLifecycle", "MutatingAdmissionWebhook", "ValidatingAdmissionWebhook",
		"ValidatingAdmissionPolicy", "MutatingAdmissionPolicy",
	}
	return all, nil
}

// coreAPIKubeconfig names a core API that does not exist: the options insist
// on one, and nothing that is tested here needs it.
func coreAPIKubeconfig(dir string) (string, error) {
	path := filepath.Join(dir, "core-api.kubeconfig")
	return path, clientcmd.WriteToFile(kubeconfig(clientcmdapi.Cluster{Server: "http://127.0.0.1:1"}, ""), path)
}

// kubeconfig has one cluster, one user and the context of both.
func kubeconfig(cluster clientcmdapi.Cluster, token string) clientcmdapi.Config {
	const name = "apiserver"
	config := clientcmdapi.NewConfig()
	config.Clusters[name] = &cluster
	config.AuthInfos[name] = &clientcmdapi.AuthInfo{Token: token}
	config.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: name}
	config.CurrentContext = name
	return *config
}
