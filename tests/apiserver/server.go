package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	generatedopenapi "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	"k8s.io/apimachinery/pkg/util/wait"
	openapinamer "k8s.io/apiserver/pkg/endpoints/openapi"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/util/openapi"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

const serverStart = time.Minute

// server is a running apiextensions API server.
type server struct {
	address  string
	certFile string
	loopback *rest.Config
	cancel   context.CancelFunc
	ended    chan error
}

// startServer starts the API server on a loopback port, its files below dir.
func startServer(dir string, port int, etcd string) (*server, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	all, err := serverOptions(dir, listener, etcd)
	if err != nil {
		return nil, err
	}
	made, err := newServer(all)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	started := &server{
		address:  "https://" + listener.Addr().String(),
		certFile: all.RecommendedOptions.SecureServing.ServerCert.CertKey.CertFile,
		loopback: made.GenericAPIServer.LoopbackClientConfig,
		cancel:   cancel,
		ended:    make(chan error, 1),
	}
	go func() { started.ended <- made.GenericAPIServer.PrepareRun().RunWithContext(ctx) }()
	return started, nil
}

func newServer(all *options.CustomResourceDefinitionsServerOptions) (*apiserver.CustomResourceDefinitions, error) {
	if err := all.Complete(); err != nil {
		return nil, err
	}
	if err := all.Validate(); err != nil {
		return nil, err
	}
	config, err := all.Config()
	if err != nil {
		return nil, err
	}
	// Config sets OpenAPI v3 only; kubectl explain and old clients read v2.
	definitions := openapi.GetOpenAPIDefinitionsWithoutDisabledFeatures(generatedopenapi.GetOpenAPIDefinitions)
	namer := openapinamer.NewDefinitionNamer(apiserver.Scheme)
	config.GenericConfig.OpenAPIConfig = genericapiserver.DefaultOpenAPIConfig(definitions, namer)
	completed := config.Complete()
	// In a cluster the aggregator answers /apis; kubectl needs somebody to.
	completed.GenericConfig.EnableDiscovery = true
	return completed.New(genericapiserver.NewEmptyDelegate())
}

// waitUntilHealthy asks /healthz. /readyz never says yes: it waits for
// informers of the core API.
func (s *server) waitUntilHealthy(ctx context.Context) error {
	client, err := kubernetes.NewForConfig(s.loopback)
	if err != nil {
		return err
	}
	healthy := func(ctx context.Context) (bool, error) {
		select {
		case err := <-s.ended:
			return false, fmt.Errorf("ended before it was healthy: %w", err)
		default:
		}
		return client.RESTClient().Get().AbsPath("/healthz").Do(ctx).Error() == nil, nil
	}
	return wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, serverStart, true, healthy)
}

// waitFor waits until ctx ends; a server that ends by itself is an error.
func (s *server) waitFor(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-s.ended:
		s.ended <- err
		return fmt.Errorf("the server ended by itself: %w", err)
	}
}

// stop ends the server and waits until it has let go of its storage.
func (s *server) stop() error {
	s.cancel()
	select {
	case err := <-s.ended:
		return err
	case <-time.After(serverStart):
		return errors.New("the server did not stop in time")
	}
}
