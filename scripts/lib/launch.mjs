import { defineParts } from './start/parts.mjs'
import { createSupervisor } from './start/supervise.mjs'

/**
 * @typedef {object} Launched
 * @property {(app: 'gateway' | 'vault') => Promise<void>} restart with the newest build
 * @property {() => void} stop ends everything, as Ctrl-C does
 */

/**
 * @typedef {object} LaunchOptions
 * @property {readonly string[]} [names] the parts to start. Default: all
 * @property {(launched: Launched) => void} [onReady] called when every part has started or failed to
 */

/**
 * Starts every part and keeps it running until Ctrl-C.
 *
 * @param {Parameters<typeof defineParts>[0] & LaunchOptions} options
 * @returns {Promise<boolean>} whether no part had failed at the end, and all stopped as they should
 */
export async function launch({ names, onReady, ...options }) {
  const parts = defineParts(options).filter(({ name }) => names?.includes(name) ?? true)
  const supervisor = createSupervisor({ parts })
  // each process of a part listens for the end of this one
  process.setMaxListeners(4 * parts.length)
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
