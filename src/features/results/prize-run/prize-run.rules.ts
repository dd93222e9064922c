/** The job that pays what a run has decided: asked for when the run is done. */
export const reward_job = 'reward.create'
