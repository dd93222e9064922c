// `npm run dev`: the server, restarted when a file that it uses changes, and beside it vite, which serves the web part from its
// sources. Ctrl+C stops both.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'

const vite = join(project_dir, 'node_modules', 'vite', 'bin', 'vite.js')

const children = [
  start(['--watch', '--watch-preserve-output', join(project_dir, 'src', 'main.server.ts'), ...process.argv.slice(2)]),
  start([vite, '--clearScreen', 'false']),
]

// Ctrl+C reaches the children by itself, since they share our process group; other ways of ending do not.
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', () => {})
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
process.once('disconnect', stop)

// One without the other is of no use. The channel to the launcher would keep us alive, so the end is said aloud.
const ends = children.map((child) => once(child, 'exit'))
await Promise.race(ends)
stop()
await Promise.all(ends)
process.exit()

function start(args: string[]): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: project_dir,
    // What is changed is watched in one process only.
    env: { PROCESSES: '1', ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
