/** Milliseconds after which any step counts as failed, including the loop of the leak test. */
const limit = 60_000

/** Returns the promise's result, or rejects with an error that names what timed out. */
export async function withDeadline<Result>(promise: Promise<Result>, message: string): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${message} (after ${limit / 1000} s)`)), limit)
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    clearTimeout(timer)
  }
}
