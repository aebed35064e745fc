/** What the value of a flag of `docker run` becomes: a key of a service, and the way it is written there. */
export type Flag = {
  readonly key: string
  readonly as: 'text' | 'list' | 'true' | 'number' | 'pair' | 'own' | 'nothing'
}

const text = (key: string): Flag => ({ key, as: 'text' })
const list = (key: string): Flag => ({ key, as: 'list' })
const number = (key: string): Flag => ({ key, as: 'number' })
const isTrue = (key: string): Flag => ({ key, as: 'true' })
/** Read by code of its own. */
const own = (key: string): Flag => ({ key, as: 'own' })
/** Takes a value, and says nothing that Compose could be told. */
const nothing = (key = ''): Flag => ({ key, as: 'nothing' })
/** The same without a value. */
export const BARE = new Set([
  'rm',
  'sig-proxy',
  'disable-content-trust',
  'publish-all',
  'no-healthcheck',
  'detach',
  'quiet',
  'help',
  'use-api-socket',
])

/** Flags of `podman run` alone that take a value (`podman-run(1)`). */
const OF_PODMAN = `arch authfile cgroup-conf cgroups chrootdirs conmon-pidfile creds decryption-key env-merge gidmap group-entry
  health-log-destination health-max-log-count health-max-log-size health-on-failure health-startup-cmd health-startup-interval
  health-startup-retries health-startup-success health-startup-timeout hosts-file hostuser image-volume init-path os passwd-entry
  personality pidfile pod pod-id-file preserve-fd preserve-fds rdt-class requires retry retry-delay sdnotify seccomp-policy secret
  shm-size-systemd subgidname subuidname systemd timeout tz uidmap umask unsetenv variant`.split(/\s+/)

/** The flags of `docker run` by their long names (docs.docker.com, `docker container run`). */
export const FLAGS: Readonly<Record<string, Flag>> = {
  ...Object.fromEntries(OF_PODMAN.map((name) => [name, nothing()])),
  'add-host': list('extra_hosts'),
  annotation: list('annotations'),
  attach: nothing(),
  'blkio-weight': own('blkio_config'),
  'blkio-weight-device': own('blkio_config'),
  'cap-add': list('cap_add'),
  'cap-drop': list('cap_drop'),
  'cgroup-parent': text('cgroup_parent'),
  cgroupns: text('cgroup'),
  cidfile: nothing(),
  'cpu-count': number('cpu_count'),
  'cpu-percent': number('cpu_percent'),
  'cpu-period': number('cpu_period'),
  'cpu-quota': number('cpu_quota'),
  'cpu-rt-period': number('cpu_rt_period'),
  'cpu-rt-runtime': number('cpu_rt_runtime'),
  'cpu-shares': number('cpu_shares'),
  cpus: number('cpus'),
  'cpuset-cpus': text('cpuset'),
  'cpuset-mems': nothing(),
  detach: nothing(),
  'detach-keys': nothing(),
  device: list('devices'),
  'device-cgroup-rule': list('device_cgroup_rules'),
  'device-read-bps': own('blkio_config'),
  'device-read-iops': own('blkio_config'),
  'device-write-bps': own('blkio_config'),
  'device-write-iops': own('blkio_config'),
  'disable-content-trust': nothing(),
  dns: list('dns'),
  'dns-option': list('dns_opt'),
  'dns-search': list('dns_search'),
  domainname: text('domainname'),
  entrypoint: text('entrypoint'),
  env: list('environment'),
  'env-file': list('env_file'),
  expose: list('expose'),
  gpus: own('gpus'),
  'group-add': list('group_add'),
  'health-cmd': own('healthcheck'),
  'health-interval': own('healthcheck'),
  'health-retries': own('healthcheck'),
  'health-start-interval': own('healthcheck'),
  'health-start-period': own('healthcheck'),
  'health-timeout': own('healthcheck'),
  hostname: text('hostname'),
  init: isTrue('init'),
  interactive: isTrue('stdin_open'),
  'io-maxbandwidth': nothing(),
  'io-maxiops': nothing(),
  ip: own('networks'),
  ip6: own('networks'),
  ipc: text('ipc'),
  isolation: text('isolation'),
  'kernel-memory': nothing(),
  label: list('labels'),
  'label-file': list('label_file'),
  link: list('links'),
  'link-local-ip': own('networks'),
  'log-driver': own('logging'),
  'log-opt': own('logging'),
  'mac-address': text('mac_address'),
  memory: text('mem_limit'),
  'memory-reservation': text('mem_reservation'),
  'memory-swap': text('memswap_limit'),
  'memory-swappiness': number('mem_swappiness'),
  mount: own('volumes'),
  name: text('container_name'),
  network: own('networks'),
  'network-alias': own('networks'),
  'no-healthcheck': own('healthcheck'),
  'oom-kill-disable': isTrue('oom_kill_disable'),
  'oom-score-adj': number('oom_score_adj'),
  pid: text('pid'),
  'pids-limit': number('pids_limit'),
  platform: text('platform'),
  privileged: isTrue('privileged'),
  publish: list('ports'),
  'publish-all': nothing('ports'),
  pull: text('pull_policy'),
  quiet: nothing(),
  'read-only': isTrue('read_only'),
  restart: text('restart'),
  rm: nothing(),
  runtime: text('runtime'),
  'security-opt': list('security_opt'),
  'shm-size': text('shm_size'),
  'sig-proxy': nothing(),
  'stop-signal': text('stop_signal'),
  'stop-timeout': own('stop_grace_period'),
  'storage-opt': { key: 'storage_opt', as: 'pair' },
  sysctl: list('sysctls'),
  tmpfs: list('tmpfs'),
  tty: isTrue('tty'),
  ulimit: own('ulimits'),
  user: text('user'),
  userns: text('userns_mode'),
  uts: text('uts'),
  volume: list('volumes'),
  'volume-driver': nothing('volumes'),
  'volumes-from': list('volumes_from'),
  workdir: text('working_dir'),
}

/** Other names of flags. */
export const ALIASES: Readonly<Record<string, string>> = {
  net: 'network',
  'net-alias': 'network-alias',
  'dns-opt': 'dns-option',
}

export const SHORT: Readonly<Record<string, string>> = {
  a: 'attach',
  c: 'cpu-shares',
  d: 'detach',
  e: 'env',
  h: 'hostname',
  i: 'interactive',
  l: 'label',
  m: 'memory',
  P: 'publish-all',
  p: 'publish',
  q: 'quiet',
  t: 'tty',
  u: 'user',
  v: 'volume',
  w: 'workdir',
}
