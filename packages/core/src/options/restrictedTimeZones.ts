/** Time zones, by their names of IANA, from which some services cannot be reached. [S9.18] */
export const restrictedTimeZones: readonly string[] = [
  'Asia/Beijing',
  'Asia/Chongqing',
  'Asia/Harbin',
  'Asia/Hong_Kong',
  'Asia/Kashgar',
  'Asia/Macao',
  'Asia/Macau',
  'Asia/Shanghai',
  'Asia/Urumqi',
]
