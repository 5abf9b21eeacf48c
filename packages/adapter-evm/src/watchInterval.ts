/** Whether, and how often, the transactions of the connected account are looked for. Off unless told. */
export type WatchOption = boolean | { readonly pollingInterval?: number | undefined }

/** Milliseconds between two looks, unless told, and at least. */
const [usual, least] = [30_000, 1_000]

/** Milliseconds, or undefined where nothing is to be watched. Throws a RangeError for what would flood a node. */
export function toWatchInterval(option: WatchOption | undefined): number | undefined {
  if (!option) return undefined
  const { pollingInterval = usual } = option === true ? {} : option
  if (!(pollingInterval >= least)) throw new RangeError(`pollingInterval is ${pollingInterval}, below ${least} ms.`)
  return pollingInterval
}
