const names = ['LD_PRELOAD', 'CLOCK_AHEAD', 'CLOCK_FILE', 'DISK_FILE'] as const

/** The environment variables by which tests change clock and disk of this process, for processes that it starts with an environment of its own. */
export function preloadEnv(): NodeJS.ProcessEnv {
  const { CLOCK_AHEAD, DISK_FILE } = process.env
  if (CLOCK_AHEAD === undefined && DISK_FILE === undefined) return {}
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
