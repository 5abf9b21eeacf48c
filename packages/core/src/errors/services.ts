import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

// Of the services that an app names.

/** The app has named no service for what was asked. */
export class ServiceNotConfiguredError extends LatchkeyError {
  override readonly name = 'ServiceNotConfiguredError'
  constructor({
    service,
    ...options
  }: LatchkeyErrorOptions & { /** Its name in `services`. */ readonly service: string }) {
    super('SERVICE_NOT_CONFIGURED', `This needs services.${service}, which is not set.`, options)
  }
}

/** A service answered, but not what it has to: `details` name the field that is missing or makes no sense. */
export class InvalidReplyError extends LatchkeyError {
  override readonly name = 'InvalidReplyError'
  constructor(options?: LatchkeyErrorOptions) {
    super('INVALID_REPLY', 'The service gave an answer that makes no sense', options)
  }
}

/** Why a name was refused: the field that is wrong, and what is wrong with it, in the words of the service. */
export type NameReason = { readonly name: string; readonly description: string }

/** The service did not register a name; `reasons` say why. */
export class NameRefusedError extends LatchkeyError {
  override readonly name = 'NameRefusedError'
  readonly reasons: readonly NameReason[]
  constructor({ reasons, ...options }: LatchkeyErrorOptions & { readonly reasons: readonly NameReason[] }) {
    const details = reasons.map(({ name, description }) => `${name}: ${description}`).join('; ')
    super('NAME_REFUSED', 'The name was not registered', { details, ...options })
    this.reasons = reasons
  }
}
