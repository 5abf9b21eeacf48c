/** Lets all promises settle that don't wait for a timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}
