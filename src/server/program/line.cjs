// @ts-check
// CommonJS in an old syntax, because a Node that is refused as too old runs it too.
'use strict'
const os = require('os')

const is_json = (process.env.LOG_FORMAT || '').trim() === 'json'

/** Whether lines are written as JSON, as those of the log always are. */
exports.is_json = is_json

/**
 * Writes one line of what a start, an end or a refusal tells: as it is for people, or with the fields of the log where LOG_FORMAT is json.
 * @param {string} line
 * @param {NodeJS.WriteStream} stream the standard error for what went wrong
 */
exports.writeLine = function (line, stream) {
  stream.write((is_json ? inJson(line, stream === process.stderr ? 50 : 30) : line) + '\n')
}

/** The fields that pino writes. @param {string} line @param {number} level */
function inJson(line, level) {
  return JSON.stringify({ level: level, time: Date.now(), pid: process.pid, hostname: os.hostname(), msg: line.trim() })
}
