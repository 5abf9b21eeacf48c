/** Whether the first of two decimal texts, neither of them negative, is the larger. */
export function isMore(a: string, b: string): boolean {
  const [[wholeA = '', fractionA = ''], [wholeB = '', fractionB = '']] = [a.split('.'), b.split('.')]
  const decimals = Math.max(fractionA.length, fractionB.length)
  return BigInt(wholeA + fractionA.padEnd(decimals, '0')) > BigInt(wholeB + fractionB.padEnd(decimals, '0'))
}
