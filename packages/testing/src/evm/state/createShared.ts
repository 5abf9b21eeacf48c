/** Runs work, or joins the work that is already running: its end, good or bad, is that of all who joined. */
export function createShared(): (work: () => Promise<void>) => Promise<void> {
  let running: Promise<void> | undefined
  return (work) => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
