/** Milliseconds within which everything happens that is going to happen, the loop of the leak test included. */
const limit = 60_000

/** The promise, or an error that says what it waited for too long. */
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
