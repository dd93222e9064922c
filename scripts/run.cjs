// Entry point of every npm script. It runs on the machine's own Node, so the syntax must also work in very old versions.
'use strict'
const writeLine = require('../src/server/program/line.cjs').writeLine
const version = process.versions.node.split('.').map(Number)
const is_old = version[0] < 20 || (version[0] === 20 && version[1] < 19)
if (is_old)
  refuse('Cần Node từ bản 20.19 trở lên, máy này có ' + process.versions.node + ': hãy cài bản mới từ nodejs.org.')
else if (process.platform === 'win32') refuse('Chương trình chạy trên Linux và macOS: trên Windows hãy chạy trong WSL.')
else require('./task.mjs').runTask(process.argv.slice(2))

function refuse(sentence) {
  writeLine('✗ ' + sentence, process.stderr)
  process.exitCode = 1
}
