import project from '../../../package.json' with { type: 'json' }

/** Of this program, as its operators know it: CHANGELOG.md begins with it. */
export const { version } = project
