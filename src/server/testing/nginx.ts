// A real nginx with the example of deploy/ before programs, on a machine that has one (apt-get install nginx openssl; .ci/run does).
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { project_dir } from '#server/program/config.ts'
import { waitUntil } from '#server/program/process.ts'
import { freePort } from '../database/embedded.ts'

const program = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0)
const has_openssl = spawnSync('openssl', ['version']).status === 0

/** Why tests are skipped, or null; other systems than Linux have one loopback address only. */
export const nginx_missing =
  program && has_openssl && process.platform === 'linux'
    ? null
    : 'nginx and openssl are not installed, or this is no Linux'

/** The name in the example, for which the certificate is made. */
export const host_name = 'cms.example.vn'

export interface Nginx {
  readonly http_port: number
  readonly https_port: number
  /** What clients have to trust. */
  readonly certificate: string
  /** What it has written about errors. */
  log(): string
  stop(): Promise<void>
}

/** Starts it from deploy/nginx.conf, in which only ports and directories are replaced, and the line of the program by one for each of these. */
export async function startNginx(program_urls: readonly string[]): Promise<Nginx> {
  const dir = mkdtempSync(join(tmpdir(), 've-so-nginx-'))
  const [http_port, https_port] = [await freePort(), await freePort()]
  const certificate = makeCertificate(dir)
  const servers = program_urls.map((url) => `server ${new URL(url).host}`)
  const example = replaced(readFileSync(join(project_dir, 'deploy', 'nginx.conf'), 'utf8'), [
    [/^ *server 127\.0\.0\.1:8080(.*)$/m, (_, rest) => servers.map((server) => server + rest).join('\n')],
    [/listen 80;/, () => `listen 127.0.0.1:${http_port};`],
    [/listen 443 /, () => `listen 127.0.0.1:${https_port} `],
    [/listen \[::\]:80;/, () => (has_ipv6 ? `listen [::1]:${http_port};` : '')],
    [/listen \[::\]:443 (.*);/, (_, rest) => (has_ipv6 ? `listen [::1]:${https_port} ${rest};` : '')],
    [/\/etc\/ssl\/ve-so\/fullchain\.pem/, () => join(dir, 'fullchain.pem')],
    [/\/etc\/ssl\/ve-so\/key\.pem/, () => join(dir, 'key.pem')],
  ])
  const stores = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`)
  const file = join(dir, 'nginx.conf')
  // As root its workers would be of an account that may not enter the directory.
  const user = process.getuid?.() === 0 ? `user ${userInfo().username};` : ''
  writeFileSync(
    file,
    `${user} daemon off; pid ${dir}/pid; error_log stderr warn; worker_processes 2; events { worker_connections 256; }
    http { access_log off; ${stores.join(' ')}
    ${example}
    }`,
  )
  const child = spawn(program!, ['-e', 'stderr', '-p', dir, '-c', file], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    // Its workers end with it, which they would not after a SIGKILL.
    child.kill('SIGTERM')
    await ended
    rmSync(dir, { recursive: true })
  }
  if (!(await waitUntil(() => takesConnections(https_port, certificate), 10_000))) {
    await stop()
    throw new Error(log)
  }
  return { http_port, https_port, certificate, log: () => log, stop }
}

const has_ipv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

type Replacement = readonly [place: RegExp, text: (...groups: string[]) => string]

function replaced(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((changed, [place, by]) => {
    if (!place.test(changed)) throw new Error(`deploy/nginx.conf has no ${place}`)
    return changed.replace(place, by)
  }, text)
}

function makeCertificate(dir: string): string {
  const [certificate, key] = [join(dir, 'fullchain.pem'), join(dir, 'key.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${host_name}`, '-addext', `subjectAltName=DNS:${host_name}`]
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return readFileSync(certificate, 'utf8')
}

async function takesConnections(port: number, ca: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, servername: host_name, ca })
  try {
    await once(socket, 'secureConnect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
