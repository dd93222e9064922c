// Installs the libraries when they are not those of package-lock.json.
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sentence, machine_env, node_path, project_dir, runQuietly, step } from './tools.mjs'

export async function installLibraries() {
  if (areInstalled()) return
  // npm would empty the directory behind the link, which is somebody else's.
  if (lstatSync(join(project_dir, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Sentence(
      'node_modules là liên kết tới thư mục khác và không khớp package-lock.json: hãy xóa liên kết rồi chạy lại.',
    )
  console.log('  Cài thư viện từ package-lock.json, lần đầu mất vài phút…')
  await step('Cài thư viện', async () => {
    try {
      // Said in full, because NODE_ENV or the user's npm settings may leave the build's own tools out.
      await runQuietly('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], machine_env())
    } catch (error) {
      throw new Sentence(`Không cài được thư viện (${error.message}): hãy xem thông báo của npm ở trên.`)
    }
  })
  if (!areInstalled()) {
    throw new Sentence(
      'Thư viện vẫn thiếu sau khi cài: hãy kiểm tra npm có bị cấm chạy script cài đặt (ignore-scripts) không.',
    )
  }
}

/** npm writes what it has installed into node_modules, as its last act: it is compared with what should be there. */
function areInstalled() {
  const wanted = readPackages(join(project_dir, 'package-lock.json'))
  const found = readPackages(join(project_dir, 'node_modules', '.package-lock.json'))
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
