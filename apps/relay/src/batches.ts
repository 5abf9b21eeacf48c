/** Items per statement, and the sum of their weights. */
export const batchLimits = { items: 200, weight: 4_194_304 } as const

export type Batcher<Item, Result> = {
  readonly add: (item: Item) => Promise<Result>
  readonly depth: () => number
  /** Resolves when all items that were added so far have been run. */
  readonly settled: () => Promise<void>
}

/** Runs one batch after the other, each with all items that came meanwhile, in their order. */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  weigh: (item: Item) => number = () => 1,
): Batcher<Item, Result> {
  type Waiting = {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (cause: unknown) => void
  }
  const waiting: Waiting[] = []
  let underWay = 0
  let isRunning = false
  let last: Promise<unknown> = Promise.resolve()
  const takeBatch = (): readonly Waiting[] => {
    let [count, weight] = [0, 0]
    for (const { item } of waiting) {
      weight += weigh(item)
      if (count > 0 && (count === batchLimits.items || weight > batchLimits.weight)) break
      count += 1
    }
    return waiting.splice(0, count)
  }
  const runAll = async (): Promise<void> => {
    isRunning = true
    // frames that arrived together are handled in one turn of the event loop
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = takeBatch()
      underWay = batch.length
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
      underWay = 0
    }
    isRunning = false
  }
  return {
    add: (item) => {
      const result = new Promise<Result>((resolve, reject) => waiting.push({ item, resolve, reject }))
      last = result.catch(() => undefined) // errors are reported to the caller that added the item
      if (!isRunning) void runAll()
      return result
    },
    depth: () => waiting.length + underWay,
    settled: async () => void (await last),
  }
}

/** Arrays of the fields of all items, for `unnest`. */
export function toColumns<Item, Key extends keyof Item>(items: readonly Item[], keys: readonly Key[]): Item[Key][][] {
  return keys.map((key) => items.map((item) => item[key]))
}
