import type { ErrorCode } from '../../errors/codes.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { ServiceNotConfiguredError } from '../../errors/services.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { showAlert } from '../alert/showAlert.js'
import { type Fault, reportLimits } from './memory.js'
import { sendReport } from './sendReport.js'

/** What a visitor, the app or its project decides is no error, nor is a browser without storage. */
const choices: readonly ErrorCode[] = [
  'ABORTED',
  'CONNECTION_REJECTED',
  'LOCAL_CONFIGURATION_IGNORED',
  'MODAL_CLOSED',
  'POPUP_CLOSED',
  'STORAGE_UNAVAILABLE',
  'USER_REJECTED',
]

/**
 * Reports an error to the service of the option `telemetry`, five in a minute at most, without what belongs to the
 * visitor. Resolves when it was taken in, or refused. [S7.24]
 */
export async function reportFault(modal: Modal, { cause, event = 'request' }: Fault): Promise<void> {
  const inner = modal[internals]
  const { telemetry, services } = inner.options
  const error = toLatchkeyError(cause)
  if (!telemetry || choices.includes(error.code) || inner.signal.aborted) return
  const baseUrl = telemetry === true ? services.blockchainApi : telemetry
  if (!baseUrl) return showAlert(modal, new ServiceNotConfiguredError({ service: 'blockchainApi' }))

  inner.reports ??= { times: [], seen: new WeakSet() }
  const memory = inner.reports
  const parts = [cause, error, error.cause].filter((part) => typeof part === 'object' && part !== null)
  const isSeen = parts.some((part) => memory.seen.has(part))
  for (const part of parts) memory.seen.add(part)
  const now = modal.env.now()
  const times = memory.times.filter((time) => time > now - reportLimits.time)
  if (isSeen || times.length >= reportLimits.most) return
  memory.times = [...times, now]

  // outside of a request, no wallet and no service has failed: what was thrown has its own name
  const thrown = event === 'modal' && cause instanceof Error && !isLatchkeyError(cause) ? cause : undefined
  await sendReport(modal, baseUrl, {
    type: 'error',
    event,
    errorType: thrown?.name ?? error.code,
    errorMessage: thrown?.message ?? toMessage(error),
    stackTrace: (error.cause instanceof Error ? error.cause : error).stack,
  })
}

function toMessage(error: Error): string {
  return error.cause instanceof Error ? `${error.message}\nCause: ${error.cause.message}` : error.message
}
