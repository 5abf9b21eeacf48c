/** The actions of wagmi 2 under their names in wagmi 3, so that the same tests run with both. */
export * from 'wagmi-2/actions'
export {
  getAccount as getConnection,
  switchAccount as switchConnection,
  watchAccount as watchConnection,
} from 'wagmi-2/actions'
