/** A line of a program's log, with the fields that each has. */
export interface LogLine extends Record<string, unknown> {
  /** The whole line. */
  text: string
  level: number
  time: number
  pid: number
  hostname: string
  msg: string
}

/** The lines of the log in what a program has printed; sentences for people among them are left out. */
export function logLines(output: string): LogLine[] {
  const lines = output.split('\n').filter((text) => text.startsWith('{'))
  return lines.map((text) => ({ text, ...(JSON.parse(text) as Omit<LogLine, 'text'>) }) as LogLine)
}
