export type GridPosition = {
  readonly index: number
  readonly count: number
  readonly columns: number
  readonly isRightToLeft: boolean
}

/** Where a key leads in a grid that is read line by line; undefined where it leads nowhere. */
export function toNextIndex(key: string, { index, count, columns, isRightToLeft }: GridPosition): number | undefined {
  const step = toStep(key, { columns, isRightToLeft })
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (step === undefined) return undefined
  const next = index + step
  // below the last full line there may be a shorter one
  if (key === 'ArrowDown' && next >= count) {
    const isLastLine = Math.floor(index / columns) === Math.floor((count - 1) / columns)
    return isLastLine ? undefined : count - 1
  }
  return next < 0 || next >= count ? undefined : next
}

function toStep(
  key: string,
  { columns, isRightToLeft }: Pick<GridPosition, 'columns' | 'isRightToLeft'>,
): number | undefined {
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1
  if (key === 'ArrowDown') return columns
  if (key === 'ArrowUp') return -columns
  return undefined
}
