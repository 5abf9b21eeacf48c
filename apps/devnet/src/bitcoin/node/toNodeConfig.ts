/** The `bitcoin.conf` of a local node: no peers, no log, and the relay rules that most nodes of the network have. */
export function toNodeConfig(rpcPort: number): string {
  return `regtest=1
[regtest]
rpcport=${rpcPort}
rpcbind=127.0.0.1
rpcallowip=127.0.0.1
listen=0
dnsseed=0
debuglogfile=0
printtoconsole=0
persistmempool=0
fallbackfee=0.00002
keypool=1
# Bitcoin Knots is stricter than Bitcoin Core, which ignores what it does not know here
softwareexpiry=0
datacarriersize=83
acceptnonstddatacarrier=1
permitbaredatacarrier=1
rejectparasites=0
rejecttokens=0
`
}
