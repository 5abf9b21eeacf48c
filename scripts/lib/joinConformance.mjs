/** @typedef {{ file: string, titles: readonly string[], passed: boolean }} ReportedTest `titles` from outside in */
/**
 * `proven`: a test passed. `by-design`: a test passed, and Latchkey differs from the letter, as `place` explains.
 * `not-applicable`: there is nothing to build, for a reason. `unproven`: no test passed.
 *
 * @typedef {'proven' | 'by-design' | 'not-applicable' | 'unproven'} Status
 */
/** @typedef {{ id: string, status: 'by-design', place: string } | { id: string, status: 'not-applicable', reason: string }} Note */
/** @typedef {{ id: string, status: Status, reason?: string, place?: string, tests: string[] }} ConformanceItem */
/** @typedef {{ items: ConformanceItem[] }} Conformance */

/**
 * Maps each item of the spec and case of the threat model to the tests that prove it: those that ran, passed, and have
 * its tag, such as `[S4.21]` or `[F31]`, in their own title or in an enclosing one.
 *
 * @param {readonly { id: string }[]} items in the order of the result
 * @param {readonly ReportedTest[]} tests
 * @param {readonly Note[]} [notes] on items that differ by design, or ask for nothing
 * @returns {Conformance}
 * @throws on a tag that is no item or case, or one with nothing to prove, also of a test that failed; and on a note on
 *   no item
 */
export function joinConformance(items, tests, notes = []) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map(items.map(({ id }) => [id, new Set()]))
  const noteOf = new Map(notes.map((note) => [note.id, note]))
  const strays = notes.filter(({ id }) => !found.has(id)).map(({ id }) => id)
  if (strays.length > 0) throw new Error(`docs/spec-notes.json has notes on no item: ${strays.join(' ')}`)
  /** @type {Set<string>} */
  const errors = new Set()
  /** @type {Set<string>} */
  const idle = new Set()
  for (const { file, titles, passed } of tests) {
    const name = [file, ...titles].join(' > ')
    for (const tag of findTags(titles)) {
      const proofs = found.get(tag)
      if (proofs === undefined) errors.add(`"[${tag}]" in "${name}"`)
      else if (noteOf.get(tag)?.status === 'not-applicable') idle.add(`"[${tag}]" in "${name}"`)
      else if (passed) proofs.add(name)
    }
  }
  if (errors.size > 0) {
    const list = [...errors].sort().join('\n  ')
    throw new Error(
      `Neither docs/spec-items.json nor docs/threat-cases.json has these tags:\n  ${list}\nWrite one id per bracket: [S4.21] [F31].`,
    )
  }
  if (idle.size > 0)
    throw new Error(`By docs/spec-notes.json, there is nothing to prove for:\n  ${[...idle].sort().join('\n  ')}`)
  return {
    items: [...found].map(([id, proofs]) => {
      /** @type {{ status: Status } | Note} */
      const note = noteOf.get(id) ?? { status: 'proven' }
      const isUnproven = proofs.size === 0 && note.status !== 'not-applicable'
      return { id, ...note, status: isUnproven ? 'unproven' : note.status, tests: [...proofs].sort() }
    }),
  }
}

/**
 * Also finds malformed tags, such as `[S4.21, S4.22]`, so that they are rejected rather than ignored.
 *
 * @param {readonly string[]} titles
 */
function findTags(titles) {
  return titles.flatMap((title) => [...title.matchAll(/\[(\s*[SsTCFI]\d[^\]]*)\]/g)].map(([, tag = '']) => tag))
}
