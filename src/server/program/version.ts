import project from '../../../package.json' with { type: 'json' }

/** The program's version, with which CHANGELOG.md begins. */
export const { version } = project
