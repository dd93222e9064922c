/** The job that creates the rewards of a finished run. */
export const reward_job = 'reward.create'
