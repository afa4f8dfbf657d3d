// Runs before every command, in plain JavaScript that old versions of Node.js understand as well.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(`This project needs Node.js 24 or newer; this is ${process.version}. On Linux it comes with 'npm ci'.`)
  process.exit(1)
}
