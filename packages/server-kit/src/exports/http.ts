export { getClientAddress, type Listening, listen, parseJson, readBody } from '../http.js'
