/** What is tried beside the name itself, best first. */
const endings = ['1', '-wallet', '-1', '0', '-eth', '42', '-hq', '7', '-me', '2']

/** How many free names are offered beside the one that was asked for. */
const wanted = 4

/** The name itself, registered or not, and free ones like it. */
export async function suggestNames(
  name: string,
  findTaken: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly { readonly name: string; readonly registered: boolean }[]> {
  const others = endings.map((ending) => `${name.slice(0, 64 - ending.length)}${ending}`)
  const taken = await findTaken([name, ...others])
  const free = others.filter((other) => !taken.has(other)).slice(0, wanted)
  return [{ name, registered: taken.has(name) }, ...free.map((other) => ({ name: other, registered: false }))]
}
