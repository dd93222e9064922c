// `npm run dev`: runs the server, which restarts when one of its files changes, and Vite, which serves the web part from source. Ctrl+C stops both.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'

const vite = join(project_dir, 'node_modules', 'vite', 'bin', 'vite.js')

const children = [
  start(['--watch', '--watch-preserve-output', join(project_dir, 'src', 'main.server.ts'), ...process.argv.slice(2)]),
  start([vite, '--clearScreen', 'false']),
]

// Ctrl+C reaches the children directly because they are in our process group; other signals have to be forwarded.
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', () => {})
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
process.once('disconnect', stop)

// When one exits, stop the other. The IPC channel to the launcher keeps the process alive, hence the explicit exit.
const ends = children.map((child) => once(child, 'exit'))
await Promise.race(ends)
stop()
await Promise.all(ends)
process.exit()

function start(args: string[]): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: project_dir,
    // Watch mode works with a single server process only.
    env: { PROCESSES: '1', ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
