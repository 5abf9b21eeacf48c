import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** Some options are invalid. Lists every problem. */
export class InvalidOptionsError extends LatchkeyError {
  override readonly name = 'InvalidOptionsError'
  /** One sentence per problem. */
  declare readonly problems: readonly string[]

  constructor({ problems }: { readonly problems: readonly string[] }) {
    super('INVALID_OPTIONS', 'createModal() received invalid options:', {
      details: problems.map((problem) => `\n- ${problem}`).join(''),
    })
    this.problems = problems
  }
}

/** Browser storage is unavailable (private mode, quota, blocked). The visit continues in memory. */
export class StorageUnavailableError extends LatchkeyError {
  override readonly name = 'StorageUnavailableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('STORAGE_UNAVAILABLE', 'Storage is not available: the connection will not survive a reload.', options)
  }
}

/** The project's remote settings override the page's features. [S1.5] */
export class LocalConfigurationIgnoredError extends LatchkeyError {
  override readonly name = 'LocalConfigurationIgnoredError'
  constructor({ names }: { /** Names of the overridden features. */ readonly names: readonly string[] }) {
    const details = `The project's settings override this page's features: ${names.join(', ')}. Change them there.`
    super('LOCAL_CONFIGURATION_IGNORED', 'Local configuration ignored', { details })
  }
}

/** The project doesn't allow logins on this page. [S8.19] */
export class OriginNotAllowedError extends LatchkeyError {
  override readonly name = 'OriginNotAllowedError'
  constructor({ origin, ...options }: LatchkeyErrorOptions & { readonly origin: string }) {
    const details = `${origin} is not among the allowed origins of the project. Add it there. Email and social logins are disabled until then.`
    super('ORIGIN_NOT_ALLOWED', 'Origin Not Allowed', { details, ...options })
  }
}

/** The service doesn't know or serve the project. [S8.24] */
export class InvalidProjectIdError extends LatchkeyError {
  override readonly name = 'InvalidProjectIdError'
  constructor({ projectId, ...options }: LatchkeyErrorOptions & { readonly projectId: string }) {
    const details = `services.config does not know the project "${projectId.slice(0, 256)}". Check projectId, and that the project is set up there.`
    super('INVALID_PROJECT_ID', 'Invalid Project ID', { details, ...options })
  }
}

/** A configured service requires a project id, but the page has none. [S5.14] [S8.25] */
export class ProjectIdNotConfiguredError extends LatchkeyError {
  override readonly name = 'ProjectIdNotConfiguredError'
  constructor({ by }: { /** The option or plugin that needs the id. */ readonly by: string }) {
    const details = `${by} requires the option projectId. Set it, or remove the service.`
    super('PROJECT_ID_NOT_CONFIGURED', 'Project ID Not Configured', { details })
  }
}

/** The service that collects events refuses this page (HTTP 403). [S8.28] */
export class InvalidAppConfigurationError extends LatchkeyError {
  override readonly name = 'InvalidAppConfigurationError'
  constructor(options?: LatchkeyErrorOptions) {
    const details =
      'The service that collects events refuses this project or page. Check the settings of the project there.'
    super('INVALID_APP_CONFIGURATION', 'Invalid App Configuration', { details, ...options })
  }
}
