// Installs the dependencies when node_modules does not match package-lock.json.
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
  // npm would delete the content of the linked directory, which may belong to another project.
  if (lstatSync(modules_dir, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Sentence(
      'node_modules là liên kết tới thư mục khác và không khớp package-lock.json: hãy xóa liên kết rồi chạy lại.',
    )
  // Checked here because npm reports a read-only folder as "not found".
  accessSync(project_dir, constants.W_OK)
  await step('Cài thư viện từ package-lock.json', async () => {
    // Explicit, because NODE_ENV or the user's npm settings may exclude the build tools.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
    const { ok, output } = await runGuarded('npm', args, { cwd: project_dir, env: machine_env() })
    if (ok) return
    removePartialInstall()
    throw new Sentence(`Không cài được thư viện vì ${reasonIn(output)}.`)
  })
  if (!areInstalled())
    throw new Sentence(
      'Thư viện vẫn thiếu sau khi cài: hãy kiểm tra npm có bị cấm chạy script cài đặt (ignore-scripts) không.',
    )
}

/** A partial install is useless, and takes disk space that may just have run out. */
function removePartialInstall() {
  try {
    rmSync(modules_dir, { recursive: true, force: true })
  } catch {
    // The next install replaces what cannot be removed.
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

/** npm writes node_modules/.package-lock.json as its last step; comparing it with package-lock.json shows whether the install is complete. */
function areInstalled() {
  const expected = readPackages(join(project_dir, 'package-lock.json'))
  const found = readPackages(join(modules_dir, '.package-lock.json'))
  if (!expected || !found || !existsSync(node_path)) return false
  const isSame = (path) =>
    expected[path]?.version === found[path]?.version && expected[path]?.integrity === found[path]?.integrity
  const required = Object.keys(expected).filter((path) => path !== '' && !expected[path].optional)
  return [...required, ...Object.keys(found)].every(isSame)
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}
