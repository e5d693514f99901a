package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// announcement is the one line on standard output.
type announcement struct {
	Address    string `json:"address"`
	CA         string `json:"ca"`
	Token      string `json:"token"`
	Kubeconfig string `json:"kubeconfig"`
}

// announce says how to reach the server, which is to say that it is ready.
func announce(out io.Writer, dir string, server *server) error {
	// The certificate's file holds the authority behind the certificate itself.
	authority, err := os.ReadFile(server.certFile)
	if err != nil {
		return err
	}
	said := announcement{
		Address:    server.address,
		CA:         string(authority),
		Token:      server.loopback.BearerToken,
		Kubeconfig: filepath.Join(dir, "kubeconfig"),
	}
	cluster := clientcmdapi.Cluster{Server: said.Address, CertificateAuthorityData: authority}
	if err := clientcmd.WriteToFile(kubeconfig(cluster, said.Token), said.Kubeconfig); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(said)
}
