// Installs the libraries when they are not those of package-lock.json.
import { accessSync, constants, existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runGuarded } from '../src/server/program/guard.mjs'
import { machineFault } from '../src/server/program/machine-fault.mjs'
import { step, tell } from '../src/server/program/progress.mjs'
import { inTurn } from '../src/server/program/turn.mjs'
import { Sentence, machine_env, node_path, project_dir } from './tools.mjs'

const modules_dir = join(project_dir, 'node_modules')

export async function installLibraries() {
  if (areInstalled()) return
  const onWait = () => tell('  Một lần chạy khác đang cài thư viện ở thư mục này, đang chờ…')
  await inTurn(`install ${project_dir}`, () => areInstalled() || install(), onWait)
}

async function install() {
  // npm would empty the directory behind the link, which is somebody else's.
  if (lstatSync(modules_dir, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Sentence(
      'node_modules là liên kết tới thư mục khác và không khớp package-lock.json: hãy xóa liên kết rồi chạy lại.',
    )
  // Asked here, because npm says of a read-only folder that something was not found.
  accessSync(project_dir, constants.W_OK)
  await step('Cài thư viện từ package-lock.json', async () => {
    // Said in full, because NODE_ENV or the user's npm settings may leave the build's own tools out.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
    const { ok, output } = await runGuarded('npm', args, { cwd: project_dir, env: machine_env() })
    if (ok) return
    removeRest()
    throw new Sentence(`Không cài được thư viện vì ${reasonIn(output)}.`)
  })
  if (!areInstalled())
    throw new Sentence(
      'Thư viện vẫn thiếu sau khi cài: hãy kiểm tra npm có bị cấm chạy script cài đặt (ignore-scripts) không.',
    )
}

/** Half of the libraries is of no use to anybody, and takes the room that may just be missing. */
function removeRest() {
  try {
    rmSync(modules_dir, { recursive: true, force: true })
  } catch {
    // What cannot be removed is replaced by the next install.
  }
}

const network = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|SOCKET_TIMEOUT|E40[137]/
const certificate = /CERT_NOT_YET_VALID|CERT_HAS_EXPIRED|certificate (is not yet valid|has expired)/

/** @param {string} output */
function reasonIn(output) {
  if (output.includes('spawn npm ENOENT')) return 'không có npm: hãy cài Node kèm npm từ nodejs.org rồi chạy lại'
  if (certificate.test(output))
    return 'chứng chỉ của kho npm chưa có hoặc hết hiệu lực: hãy xem đồng hồ của máy có đúng ngày không rồi chạy lại'
  const path = /^npm error path (.+)$/m.exec(output)?.[1]
  const fault = machineFault(output, path ?? project_dir)
  if (fault) return fault
  if (network.test(output)) return 'không tới được kho npm: hãy kiểm tra mạng, proxy và npm config get registry'
  const lines = output.split('\n')
  const complaint = lines.find((line) => /^npm error (?!code|syscall|path|dest|errno)/.test(line)) ?? lines.at(-1)
  return `npm báo “${complaint.replace(/^npm error /, '')}”: hãy chạy npm ci để xem toàn bộ`
}

/** npm writes what it has installed into node_modules, as its last act: it is compared with what should be there. */
function areInstalled() {
  const wanted = readPackages(join(project_dir, 'package-lock.json'))
  const found = readPackages(join(modules_dir, '.package-lock.json'))
  if (!wanted || !found || !existsSync(node_path)) return false
  const isSame = (path) =>
    wanted[path]?.version === found[path]?.version && wanted[path]?.integrity === found[path]?.integrity
  const needed = Object.keys(wanted).filter((path) => path !== '' && !wanted[path].optional)
  return [...needed, ...Object.keys(found)].every(isSame)
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}
