/** @typedef {{ file: string, titles: readonly string[], passed: boolean }} ReportedTest `titles` from outside in */
/** @typedef {{ items: { id: string, tests: string[] }[] }} Conformance */

/**
 * Maps each item of the spec and case of the threat model to the tests that prove it: those that ran, passed, and have
 * its tag, such as `[S4.21]` or `[F31]`, in their own title or in an enclosing one.
 *
 * @param {readonly { id: string }[]} items in the order of the result
 * @param {readonly ReportedTest[]} tests
 * @returns {Conformance}
 * @throws on a tag that is no item or case, also of a test that failed
 */
export function joinConformance(items, tests) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map(items.map(({ id }) => [id, new Set()]))
  /** @type {Set<string>} */
  const errors = new Set()
  for (const { file, titles, passed } of tests) {
    const name = [file, ...titles].join(' > ')
    for (const tag of findTags(titles)) {
      const proofs = found.get(tag)
      if (proofs === undefined) errors.add(`"[${tag}]" in "${name}"`)
      else if (passed) proofs.add(name)
    }
  }
  if (errors.size > 0) {
    const list = [...errors].sort().join('\n  ')
    throw new Error(
      `Neither docs/spec-items.json nor docs/threat-cases.json has these tags:\n  ${list}\nWrite one id per bracket: [S4.21] [F31].`,
    )
  }
  return { items: [...found].map(([id, proofs]) => ({ id, tests: [...proofs].sort() })) }
}

/**
 * Also finds malformed tags, such as `[S4.21, S4.22]`, so that they are rejected rather than ignored.
 *
 * @param {readonly string[]} titles
 */
function findTags(titles) {
  return titles.flatMap((title) => [...title.matchAll(/\[(\s*[SsTCFI]\d[^\]]*)\]/g)].map(([, tag = '']) => tag))
}
