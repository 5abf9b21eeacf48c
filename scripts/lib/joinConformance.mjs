/** @typedef {{ file: string, titles: readonly string[], passed: boolean }} ReportedTest `titles` from outside in */
/** @typedef {{ items: { id: string, tests: string[] }[] }} Conformance */

/**
 * Which tests prove which item of the spec: those that ran, passed, and carry its tag, such as `[S4.21]`, in their own
 * title or in one around it.
 *
 * @param {readonly { id: string }[]} items in the spec's order
 * @param {readonly ReportedTest[]} tests
 * @returns {Conformance}
 * @throws on a tag that is no item of the spec, also of a test that failed
 */
export function joinConformance(items, tests) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map(items.map(({ id }) => [id, new Set()]))
  /** @type {Set<string>} */
  const faults = new Set()
  for (const { file, titles, passed } of tests) {
    const name = [file, ...titles].join(' > ')
    for (const tag of findTags(titles)) {
      const proofs = found.get(tag)
      if (proofs === undefined) faults.add(`"[${tag}]" in "${name}"`)
      else if (passed) proofs.add(name)
    }
  }
  if (faults.size > 0) {
    const list = [...faults].sort().join('\n  ')
    throw new Error(
      `No item of docs/spec-items.json has these tags:\n  ${list}\nWrite one id per bracket: [S4.21] [S4.22].`,
    )
  }
  return { items: [...found].map(([id, proofs]) => ({ id, tests: [...proofs].sort() })) }
}

/**
 * Also finds what was only meant as a tag, such as `[S4.21, S4.22]`, so that it is refused and not overlooked.
 *
 * @param {readonly string[]} titles
 */
function findTags(titles) {
  return titles.flatMap((title) => [...title.matchAll(/\[(\s*[Ss]\d[^\]]*)\]/g)].map(([, tag = '']) => tag))
}
