// npm run bench -- <name> [options]: measurements behind the project's numbers. They print; they never fail a test.
const benches: Record<string, string> = {
  pages: 'bytes, requests, paint and hydration of every address beside one bundle without federation [--runs 5] [addresses]',
  lighthouse: 'four scores of every address, by the median of its runs, and what cost a point [--runs 3] [addresses]',
  'voice-faults': 'every way in which a call can go wrong, and the call after it [names]',
  durability:
    'kill -9 under load and a mail server that misbehaves: what is lost or doubled [--rounds 100] [--only sqlite|mail|postgres]',
  contact: 'enquiries accepted per second at full durability beside plain inserts [--seconds 5]',
  deploys:
    'deploys and rollbacks under load, by two servers at once, with kill -9 [--activations 200] [--rounds 200] [--only load|race|kill|pipeline]',
  cluster:
    'three servers behind nginx on PostgreSQL and S3, parts of which end and come back [--activations 100] [--rounds 200] [--only load|race]',
  scale:
    'many remotes, pages and releases: time to publish and to start, memory, bytes [--remotes 20] [--pages 200] [--releases 1000]',
  throughput: 'pages and files that one core answers per second beside nginx [--seconds 5] [--rounds 5]',
  dev: 'time until npm run dev is ready, and from an edit to the screen [--runs 5]',
}

const [name = '', ...args] = process.argv.slice(2)

if (name in benches) {
  const { run } = (await import(`./${name}.ts`)) as { run: (args: string[]) => Promise<void> }
  await run(args)
} else {
  console.error(
    `npm run bench -- <name>, one of:\n${Object.entries(benches)
      .map(([key, text]) => `  ${key.padEnd(14)}${text}`)
      .join('\n')}`,
  )
  process.exitCode = 1
}
