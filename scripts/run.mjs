// Every npm script begins here, on whatever Node the machine has: this file must be understood by old ones too.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 20 || (major === 20 && minor >= 19)) import('./task.mjs')
else {
  console.error(`✗ Cần Node từ bản 20.19 trở lên, máy này có ${process.versions.node}: hãy cài bản mới từ nodejs.org.`)
  process.exitCode = 1
}
