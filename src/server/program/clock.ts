/** The clock that tests gave this process, for a process that it starts with an environment of its own. */
export function clockEnv(): NodeJS.ProcessEnv {
  const { LD_PRELOAD, CLOCK_AHEAD } = process.env
  return CLOCK_AHEAD === undefined ? {} : { LD_PRELOAD, CLOCK_AHEAD }
}
