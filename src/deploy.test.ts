/** The files in deploy/ refer only to existing settings, metrics and pages. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { max_stream_bytes } from '#contract/wire.ts'
import { archiveDir } from '#server/audit/archive.ts'
import { connect_query } from '#server/database/proven-client.ts'
import { project_dir, readConfig } from '#server/program/config.ts'
import { setCondition } from '#server/program/condition.ts'
import { metricsPage, watchBacklog, watchDatabase, watchProofs } from '#server/program/metrics.ts'
import { services } from './services.ts'

const textOf = (path: string) => readFileSync(join(project_dir, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { runbook: string }
}
const { groups } = parse(textOf('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Service {
  command?: string[]
  ports?: string[]
  volumes?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  logging?: { driver: string }
}
const compose = parse(textOf('deploy/compose.yaml')) as {
  services: Record<string, Service>
  secrets: Record<string, unknown>
}

/** Variables in the first column of the table of settings. */
const documented = new Set(
  [...textOf('docs/running.md').matchAll(/^\| (`[A-Z\d_`, ]+`) +\|/gm)].flatMap(([, names]) =>
    names!.match(/[A-Z\d_]+/g)!,
  ),
)
/** Variables that the image sets. */
const image = Object.fromEntries(
  /^ENV (.*)$/m
    .exec(textOf('deploy/Dockerfile'))![1]!
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)
/** Variables of Node and the shell. */
const of_others = new Set(['NODE_ENV'])
const unknownOf = (names: Iterable<string>) =>
  [...names].map((name) => name.replace(/_FILE$/, '')).filter((name) => !documented.has(name) && !of_others.has(name))

test('the table of settings has every variable that the program reads, and no other', () => {
  const s3 = Object.fromEntries(
    ['S3', 'BACKUP_S3'].flatMap((store) =>
      ['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'].map((name) => [`${store}_${name}`, 'http://127.0.0.1:9']),
    ),
  )
  const read = new Set<string>()
  const env = new Proxy<Record<string, string | undefined>>(
    { ...s3, BACKUP_DIR: '/backup' },
    {
      get(target, name: string) {
        read.add(name.replace(/_FILE$/, ''))
        return target[name]
      },
    },
  )
  readConfig(env, [])
  const of_tests = 'CHROMIUM_PATH'
  expect([...read, of_tests].toSorted()).toEqual([...documented].toSorted())
})

let names: Promise<Set<string>> | undefined
/** Names of all metrics that a running program exports. */
const metricNames = () =>
  (names ??= (async () => {
    setCondition({ backups: () => ({ newest: null, test: null, upload: { at: null } }) })
    watchBacklog(async () => [{ name: 'a', waiting: 0, given_up: 0, oldest_s: 0 }])
    watchProofs(async () => [])
    watchDatabase(async () => ({
      seconds: 0,
      waiting_locks: 0,
      longest_wait_s: 0,
      connections: 1,
      max_connections: 9,
    }))
    const { text } = await metricsPage()
    return new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  })())

/** Metrics in an expression that the program does not export. */
const unknownIn = (expr: string, metrics: ReadonlySet<string>) =>
  [...expr.matchAll(/\b[a-z]+_[a-z_\d]+\b(?=[[{ )]|$)/g)]
    .map(([name]) => name.replace(/_bucket$/, ''))
    .filter((name) => !metrics.has(name) && name !== 'histogram_quantile')

test('each alert has a section of the runbook, and uses only metrics that the program exports', async () => {
  const metrics = await metricNames()
  const runbook = textOf('docs/operating.md')
  for (const { alert, expr, labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`)
    expect(runbook).toContain(`### ${alert}\n`)
    expect(unknownIn(expr, metrics)).toEqual([])
  }
  const alerts = rules.map(({ alert }) => alert)
  expect([...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts)
})

test('ProgramDown fires also where no scrape job has its name', () => {
  const up = `up{job="${/job_name: (.*)/.exec(textOf('deploy/prometheus.yml'))![1]}"}`
  expect(rules.find(({ alert }) => alert === 'ProgramDown')!.expr).toBe(`${up} == 0 or absent(${up})`)
})

test('no alert leaves out what never happened', () => {
  const of_times = rules.filter(({ expr }) => expr.includes('_timestamp_seconds'))
  expect(of_times.length).toBeGreaterThan(3)
  for (const { alert, expr } of of_times)
    expect([alert, expr]).toEqual([alert, expect.not.stringMatching(/_timestamp_seconds > 0/)])
})

test('the dashboard uses only metrics that the program exports', async () => {
  const metrics = await metricNames()
  interface Panel {
    title: string
    targets: { expr: string }[]
  }
  const { panels } = JSON.parse(textOf('deploy/grafana.json')) as { panels: Panel[] }
  expect(panels.length).toBeGreaterThan(15)
  for (const { title, targets } of panels)
    for (const { expr } of targets) expect([title, unknownIn(expr, metrics)]).toEqual([title, []])
})

test('the Kubernetes manifests set known variables, run without privileges and probe existing addresses', () => {
  interface Manifest {
    kind: string
    spec: { replicas: number; template: { spec: Pod } }
  }
  interface Pod {
    terminationGracePeriodSeconds: number
    securityContext: object
    containers: {
      env: { name: string; value: string }[]
      ports: { name: string; containerPort: number }[]
      securityContext: object
      volumeMounts: { name: string; mountPath: string; subPath?: string }[]
      [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
    }[]
    volumes: { name: string; persistentVolumeClaim?: object }[]
  }
  const manifests = parseAllDocuments(textOf('deploy/kubernetes.yaml')).map((manifest) => {
    expect(manifest.errors).toEqual([])
    return manifest.toJS() as Manifest
  })
  expect(manifests.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy', 'Ingress']),
  )
  const { spec } = manifests.find(({ kind }) => kind === 'Deployment')!
  const pod = spec.template.spec
  const [container] = pod.containers
  const { env, ports, securityContext, volumeMounts, startupProbe, readinessProbe, livenessProbe } = container!
  expect(unknownOf(env.map(({ name }) => name))).toEqual([])
  const plain = env.filter(({ name }) => !name.endsWith('_FILE')).map(({ name, value }) => [name, value])
  const { drain_ms, processes } = readConfig(Object.fromEntries(plain) as Record<string, string>, [])
  // Requests in progress get 25 seconds after the drain, and PostgreSQL, jobs and logs need some more.
  expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(drain_ms + 25_000)
  expect(processes).toBe(2)
  expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true })
  const health = textOf('src/server/http/health.ts')
  for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
    expect(health).toContain(`'${probe!.httpGet.path}'`)
    expect(ports.map(({ name }) => name)).toContain(probe!.httpGet.port)
  }
  expect(new Set(pod.volumes.map(({ name }) => name))).toEqual(new Set(volumeMounts.map(({ name }) => name)))
  const archive = volumeMounts.find(({ mountPath }) => mountPath === archiveDir(image.DATA_DIR!))
  expect(pod.volumes.find(({ name }) => name === archive?.name)?.persistentVolumeClaim).toBeDefined()
})

test('pgbouncer.ini has transaction mode and the connect_query of the program', () => {
  const ini = textOf('deploy/pgbouncer.ini')
  expect(ini).toContain(`connect_query='${connect_query.replaceAll("'", "''")}'`)
  expect(ini).toMatch(/^pool_mode = transaction$/m)
})

test('haproxy.cfg leaves retries to the program, because HAProxy 3.0 keeps a retried connection open without a server', () => {
  expect(textOf('deploy/patroni/haproxy.cfg')).toMatch(/^ {2}retries 0$/m)
})

test('what runs under systemd or in a container writes each line as JSON, and the logs of containers are rotated', () => {
  expect(Object.values(compose.services).filter(({ logging }) => logging?.driver !== 'local')).toEqual([])
  expect(image.LOG_FORMAT).toBe('json')
  expect(textOf('deploy/ve-so.service')).toMatch(/^Environment=LOG_FORMAT=json$/m)
})

test('the systemd unit starts only when the disk of its backups is mounted', () => {
  const unit = textOf('deploy/ve-so.service')
  const backup_dir = /^Environment=BACKUP_DIR=(.*)$/m.exec(unit)![1]
  expect(unit).toContain(`\nRequiresMountsFor=${backup_dir}\n`)
})

const units = ['deploy/ve-so.service', 'deploy/patroni/leader-watch.service']

test('the systemd units run without privileges and see only what they need', () => {
  for (const unit of units) {
    const lines = textOf(unit).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'CapabilityBoundingSet=',
        'LockPersonality=yes',
        'NoNewPrivileges=yes',
        'PrivateDevices=yes',
        'PrivateTmp=yes',
        'ProtectControlGroups=yes',
        'ProtectHome=yes',
        'ProtectKernelModules=yes',
        'ProtectKernelTunables=yes',
        'ProtectSystem=strict',
        'RestrictNamespaces=yes',
        'RestrictSUIDSGID=yes',
      ]),
    )
    expect(lines.find((line) => line.startsWith('SystemCallFilter='))).toMatch(
      /^SystemCallFilter=@system-service( @pkey)?$/,
    )
  }
  // Node allocates memory protection keys when it starts, and is killed where it may not.
  expect(textOf('deploy/ve-so.service')).toMatch(/^SystemCallFilter=.* @pkey$/m)
  expect(textOf('deploy/ve-so.service')).toMatch(/^SystemCallErrorNumber=EPERM$/m)
})

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
/** Versions before 250 rate only units that are installed. */
const lacks_analyze = !(Number(/^systemd (\d+)/.exec(analyze('--version').stdout ?? '')?.[1]) >= 250)

describe.skipIf(lacks_analyze)(
  `systemd itself${lacks_analyze ? ' (systemd-analyze 250 is not installed)' : ''}`,
  () => {
    test.each(units)('finds nothing wrong with %s, and rates its exposure below 2', (unit) => {
      const dir = mkdtempSync(join(tmpdir(), 've-so-unit-'))
      try {
        const file = join(dir, basename(unit))
        // What it starts is where the repository has it.
        const program = join(project_dir, 'deploy', 'patroni', 'leader-watch.sh')
        writeFileSync(file, textOf(unit).replace('ExecStart=/usr/local/bin/leader-watch.sh', `ExecStart=${program}`))
        const { stdout, stderr } = analyze('verify', '--man=no', file)
        const about_it = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(basename(unit)))
        expect(about_it).toEqual([])
        const rating = analyze('security', '--no-pager', '--offline=true', '--threshold=20', file)
        expect([rating.status, rating.stdout.trim().split('\n').at(-1)]).toEqual([
          0,
          expect.stringContaining('exposure'),
        ])
      } finally {
        rmSync(dir, { recursive: true })
      }
    })
  },
)

test('nginx.conf takes large bodies at the calls with files and nowhere else, and a little more than the program does', () => {
  const [, addresses, block] = /location ~ (\S+upload\S+) \{([^}]*)\}/.exec(textOf('deploy/nginx.conf'))!
  const large = services.filter(({ call }) => new RegExp(addresses!).test(call.path))
  expect(large.map(({ call }) => call.path).toSorted()).toEqual(
    services
      .filter(({ call }) => call.file || call.stream)
      .map(({ call }) => call.path)
      .toSorted(),
  )
  const max_body_mib = Number(/client_max_body_size (\d+)m;/.exec(block!)![1])
  expect(max_body_mib).toBe(max_stream_bytes / 2 ** 20 + 1)
  expect(textOf('deploy/kubernetes.yaml')).toContain(`proxy-body-size: ${max_body_mib}m\n`)
})

test('logrotate.conf rotates the log file of the embedded PostgreSQL', () => {
  const data_dir = /^Environment=DATA_DIR=(.*)$/m.exec(textOf('deploy/ve-so.service'))![1]!
  expect(textOf('deploy/logrotate.conf')).toContain(`${data_dir}/postgres.log {`)
})

test('the unit, the image and the compose file set known variables with values that the program accepts', () => {
  const unit = [...textOf('deploy/ve-so.service').matchAll(/^Environment=(\w+)=(.*)$/gm)]
  expect(unknownOf(unit.map(([, name]) => name!))).toEqual([])
  expect(unknownOf(Object.keys(image))).toEqual([])
  const { program, database } = compose.services
  expect(unknownOf(Object.keys(program!.environment!))).toEqual([])
  const plain = Object.entries({ ...image, ...program!.environment }).filter(([name]) => !name.endsWith('_FILE'))
  expect(readConfig(Object.fromEntries(plain), [])).toMatchObject({
    host: '0.0.0.0',
    operator_port: 9090,
    secure_cookies: true,
    trust_proxy: 1,
  })
  for (const service of [program!, database!])
    for (const secret of service.secrets!) expect(Object.keys(compose.secrets)).toContain(secret)
})

test('the compose file backs up to a volume, with a line of pg_hba.conf that allows it, and its nginx finds the program', () => {
  const { program, database, nginx } = compose.services
  const mounts = program!.volumes!.map((one) => one.split(':')[1])
  expect(mounts).toContain(program!.environment!.BACKUP_DIR)
  const script = database!.volumes!.find((one) => one.includes('/docker-entrypoint-initdb.d/'))!.split(':')[0]!
  const { POSTGRES_USER: owner } = database!.environment!
  expect(textOf(join('deploy', script))).toContain(`echo 'host replication ${owner} `)
  const [, from, to] = /sed 's\/(.*)\/(.*)\/'/.exec(nginx!.command!.at(-1)!)!
  const { PORT } = image
  expect(textOf('deploy/nginx.conf').replace(new RegExp(from!), to!)).toContain(`server program:${PORT} max_fails`)
  expect(nginx!.ports).toEqual(['80:80', '443:443'])
})

test('the secrets of the compose file are excluded from the image and from the repository', () => {
  for (const path of Object.values(compose.secrets).map((secret) => (secret as { file: string }).file))
    expect(path).toMatch(/^\.\/secrets\//)
  for (const list of ['.dockerignore', '.gitignore'])
    expect(textOf(list).split(/\/?\n/)).toEqual(expect.arrayContaining(['deploy/secrets', 'deploy/tls']))
})

test('the files for three machines name the same machines, with times that Patroni accepts', () => {
  interface Patroni {
    name: string
    namespace: string
    scope: string
    restapi: { connect_address: string }
    etcd3: { hosts: string[] }
    bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number; synchronous_mode: string } }
    postgresql: { connect_address: string }
  }
  const patroni = parse(textOf('deploy/patroni/patroni.yml')) as Patroni
  const { ttl, loop_wait, retry_timeout, synchronous_mode } = patroni.bootstrap.dcs
  // Patroni silently replaces shorter values.
  expect(ttl).toBeGreaterThanOrEqual(20)
  expect(retry_timeout).toBeGreaterThanOrEqual(3)
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  expect(synchronous_mode).toBe('quorum')
  const haproxy = textOf('deploy/patroni/haproxy.cfg')
  const servers = [...haproxy.matchAll(/^ {2}server (\w+) ([\d.]+):5432 port 8008$/gm)].map(([, name, address]) => [
    name,
    address,
  ])
  expect(servers).toHaveLength(3)
  expect(servers[0]).toEqual([patroni.name, patroni.restapi.connect_address.replace(':8008', '')])
  expect(patroni.postgresql.connect_address).toBe(`${servers[0]![1]}:5432`)
  expect(patroni.etcd3.hosts).toEqual(servers.map(([, address]) => `${address}:2379`))
  const etcd = parse(textOf('deploy/patroni/etcd.yml')) as Record<string, string>
  expect(etcd['initial-cluster']!.split(',')).toEqual(
    servers.map(([name, address]) => `${name}=http://${address}:2380`),
  )
  const unit = textOf('deploy/patroni/leader-watch.service')
  expect(unit).toContain(`Environment=ETCDCTL_ENDPOINTS=${patroni.etcd3.hosts.join(',')}\n`)
  const watch = textOf('deploy/patroni/leader-watch.sh')
  expect(watch).toContain(`\${SCOPE:-${patroni.namespace}${patroni.scope}}`)
})
