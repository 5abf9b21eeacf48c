import { defineParts } from './start/parts.mjs'
import { createSupervisor } from './start/supervise.mjs'

/**
 * @typedef {object} Launched
 * @property {(app: 'gateway' | 'vault') => Promise<void>} restart with the newest build
 * @property {() => void} stop ends everything, as Ctrl-C does
 */

/**
 * Starts every part and keeps it running until Ctrl-C.
 *
 * @param {Parameters<typeof defineParts>[0] & { onReady?: (launched: Launched) => void }} options `onReady` is called when every
 *   part has started or failed to
 * @returns {Promise<boolean>} whether all parts ran at the end and stopped as they should
 */
export async function launch({ onReady, ...options }) {
  const supervisor = createSupervisor({ parts: defineParts(options) })
  let request = () => {}
  const requested = new Promise((resolve) => {
    request = () => resolve(undefined)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, request)
  })
  const started = supervisor.start().then(() => onReady?.({ restart: supervisor.restart, stop: request }))
  await Promise.race([requested, started])
  await requested
  return supervisor.stop()
}
