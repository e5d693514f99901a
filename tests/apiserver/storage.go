package main

import (
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
)

const storageStart = 30 * time.Second

// storage is one member of etcd in this process.
type storage struct {
	etcd     *embed.Etcd
	endpoint string
}

// startStorage starts etcd on free loopback ports with its data below dir.
func startStorage(ctx context.Context, dir, logFile string) (*storage, error) {
	etcd, err := embed.StartEtcd(storageConfig(dir, logFile))
	if err != nil {
		return nil, err
	}
	started := &storage{etcd: etcd, endpoint: "http://" + etcd.Clients[0].Addr().String()}
	if err := started.waitUntilReady(ctx); err != nil {
		started.stop()
		return nil, err
	}
	return started, nil
}

func storageConfig(dir, logFile string) *embed.Config {
	free := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	config := embed.NewConfig()
	config.Dir = filepath.Join(dir, "etcd")
	config.ListenClientUrls, config.AdvertiseClientUrls = free, free
	config.ListenPeerUrls, config.AdvertisePeerUrls = free, free
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	// The data lives as long as the process: waiting for the disk gains nothing.
	config.UnsafeNoFsync = true
	config.LogLevel = "error"
	config.LogOutputs = []string{logFile}
	return config
}

func (s *storage) waitUntilReady(ctx context.Context) error {
	select {
	case <-s.etcd.Server.ReadyNotify():
		return nil
	case err := <-s.etcd.Err():
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(storageStart):
		return errors.New("etcd did not become ready in time")
	}
}

func (s *storage) stop() {
	s.etcd.Close()
}
