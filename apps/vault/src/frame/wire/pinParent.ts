export type PinOptions = {
  /** Of every page around this one, the nearest first; browsers that do not tell have none. */
  readonly ancestors: readonly string[] | undefined
  readonly referrer: string
  /** That may hold the frame. */
  readonly origins: readonly string[]
}

/**
 * The origin of the page around the frame, to which alone it listens and speaks for life; null where any page around it is
 * not the project's, or none can be told.
 */
export function pinParent({ ancestors, referrer, origins }: PinOptions): string | null {
  const around = ancestors ?? (URL.canParse(referrer) ? [new URL(referrer).origin] : [])
  const [parent] = around
  return parent !== undefined && around.every((origin) => origins.includes(origin)) ? parent : null
}
