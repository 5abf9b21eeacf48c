import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** Options that cannot work: lists every wrong one. */
export class InvalidOptionsError extends LatchkeyError {
  override readonly name = 'InvalidOptionsError'
  /** One sentence per wrong option. */
  declare readonly problems: readonly string[]

  constructor({ problems }: { readonly problems: readonly string[] }) {
    super('INVALID_OPTIONS', 'createModal() got options that cannot work:', {
      details: problems.map((problem) => `\n- ${problem}`).join(''),
    })
    this.problems = problems
  }
}

/** The browser refuses storage (private mode, quota, blocked): the visit goes on in memory. */
export class StorageUnavailableError extends LatchkeyError {
  override readonly name = 'StorageUnavailableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('STORAGE_UNAVAILABLE', 'Storage is not available: the connection will not survive a reload.', options)
  }
}

// Of what a project sets for its pages, and of how the page names the project: the developer's, no visitor reads them.

/** The settings of the project say otherwise than the page: they hold. [S1.5] */
export class LocalConfigurationIgnoredError extends LatchkeyError {
  override readonly name = 'LocalConfigurationIgnoredError'
  constructor({ names }: { /** Of the features that are meant. */ readonly names: readonly string[] }) {
    const details = `The project's settings hold for ${names.join(', ')}, not what this page says.`
    super('LOCAL_CONFIGURATION_IGNORED', 'Local configuration ignored', { details })
  }
}

/** The project does not list the page among those that may use logins. [S8.19] */
export class OriginNotAllowedError extends LatchkeyError {
  override readonly name = 'OriginNotAllowedError'
  constructor({ origin, ...options }: LatchkeyErrorOptions & { readonly origin: string }) {
    const details = `${origin} is not among the allowed origins of the project. Add it there; until then there is no login by email or at other sites.`
    super('ORIGIN_NOT_ALLOWED', 'Origin Not Allowed', { details, ...options })
  }
}

/** The service does not know the project, or does not serve it. [S8.24] */
export class InvalidProjectIdError extends LatchkeyError {
  override readonly name = 'InvalidProjectIdError'
  constructor({ projectId, ...options }: LatchkeyErrorOptions & { readonly projectId: string }) {
    const details = `services.config does not know the project "${projectId.slice(0, 256)}". See that projectId is right, and that the project is set up there.`
    super('INVALID_PROJECT_ID', 'Invalid Project ID', { details, ...options })
  }
}

/** A service is named that is told who asks, but the page does not say who it is. [S5.14] [S8.25] */
export class ProjectIdNotConfiguredError extends LatchkeyError {
  override readonly name = 'ProjectIdNotConfiguredError'
  constructor({ by }: { /** What needs the id. */ readonly by: string }) {
    const details = `${by} needs the option projectId. What needs no service works without.`
    super('PROJECT_ID_NOT_CONFIGURED', 'Project ID Not Configured', { details })
  }
}

/** What gathers events refuses this page (HTTP 403). [S8.28] */
export class InvalidAppConfigurationError extends LatchkeyError {
  override readonly name = 'InvalidAppConfigurationError'
  constructor(options?: LatchkeyErrorOptions) {
    const details = 'The service that gathers events refuses this project or this page. See its settings there.'
    super('INVALID_APP_CONFIGURATION', 'Invalid App Configuration', { details, ...options })
  }
}
