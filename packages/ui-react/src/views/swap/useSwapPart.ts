import { usePart } from '../../hooks/usePart.js'

/** As `usePart`, of what the swap cannot do without: the boundary of the view offers to try again. */
export function useSwapPart<part extends object>(load: () => Promise<part>, isWanted: boolean): part | undefined {
  const part = usePart(load, isWanted)
  if (part === null) throw new Error('A part of the swap could not be loaded.')
  return part
}
