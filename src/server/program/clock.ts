/** The environment variables by which tests change the clock of this process, for processes that it starts with an environment of its own. */
export function clockEnv(): NodeJS.ProcessEnv {
  const { LD_PRELOAD, CLOCK_AHEAD } = process.env
  return CLOCK_AHEAD === undefined ? {} : { LD_PRELOAD, CLOCK_AHEAD }
}
