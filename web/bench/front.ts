// Scenarios of any size: brigades of five units in lines, one army before the other, on ground that grows with them.

const UNITS = 5;
const BRIGADES = 3;
/** Metres of front and depth that a unit takes. */
const [ACROSS, DEEP] = [250, 200];

interface Army {
  side: string;
  nation: string;
  facing: number;
  /** The units of a brigade: type, strength, formation. */
  stands: [string, string, string][];
}

const BLUE: Army = {
  side: 'blue',
  nation: 'france',
  facing: 0,
  stands: [
    ['fr-line', 'men = 700', 'line'],
    ['fr-line', 'men = 700', 'attack_column'],
    ['fr-light', 'men = 700', 'line'],
    ['fr-chasseurs', 'men = 525', 'line'],
    ['fr-foot-8', 'guns = 8', 'deployed'],
  ],
};
const RED: Army = {
  side: 'red',
  nation: 'prussia',
  facing: 180,
  stands: [
    ['pr-musketeers-1806', 'men = 700', 'line'],
    ['pr-musketeers-1806', 'men = 700', 'line'],
    ['pr-fusiliers-1806', 'men = 525', 'line'],
    ['pr-hussars', 'men = 700', 'line'],
    ['pr-foot-6', 'guns = 8', 'deployed'],
  ],
};

const both = (text: string) => `{ fr = "${text}", en = "${text}" }`;

/** A scenario with so many units a side (a multiple of 30), ten or thirty abreast. */
export function front(units: number): { id: string; toml: string; width: number } {
  const abreast = units > 100 ? 30 : 10;
  const lines = units / abreast;
  const [width, depth] = [abreast * ACROSS + 500, lines * DEEP + 400];
  const height = 2 * depth + 600;
  const id = `front-${units}`;
  const text: string[] = [
    `id = "${id}"`,
    'date = 1806-10-14',
    'turns = 20',
    `title = ${both(`Front ${units}`)}`,
    `text = ${both('A front.')}`,
    '',
    '[ground]',
    `width = ${width}`,
    `height = ${height}`,
    '',
  ];
  for (let x = 0; x + 900 < width; x += 900) {
    const wood = [
      [100, -60],
      [240, -80],
      [330, 0],
      [260, 80],
      [120, 60],
    ].map(([dx, dy]) => `[${x + (dx ?? 0)}, ${height / 2 + (dy ?? 0)}]`);
    text.push('[[ground.features]]', 'kind = "open_wood"', `area = [${wood.join(', ')}]`, '');
    text.push('[[ground.features]]', 'kind = "road"', `line = [[${x + 480}, 0], [${x + 500}, ${height}]]`, 'width = 8', '');
  }
  for (const army of [BLUE, RED]) {
    const { side, nation, facing, stands } = army;
    const y = (behind: number) => (side === 'blue' ? depth - behind : height - depth + behind);
    const command = (name: string, over: string | null, rank: string, x: number, behind: number) =>
      text.push(
        `[[${side}.commands]]`,
        `id = "${side}-${name}"`,
        `name = ${both(name)}`,
        ...(over ? [`superior = "${side}-${over}"`] : []),
        `general = { name = "${side} ${name}", rank = "${rank}", at = [${x}, ${y(behind)}] }`,
        '',
      );
    text.push(`[${side}]`, `name = ${both(side)}`, `nation = "${nation}"`, `commander = "${side}-army"`, `facing = ${facing}`, '');
    command('army', null, 'army', width / 2, lines * DEEP + 120);
    for (let n = 0; n < units; n += 1) {
      const [column, line] = [n % abreast, Math.floor(n / abreast)];
      const [x, behind] = [250 + column * ACROSS + ACROSS / 2, line * DEEP];
      const division = Math.floor(n / (UNITS * BRIGADES));
      if (n % (UNITS * BRIGADES) === 0) command(`division-${division}`, 'army', 'division', x + 40, behind + 150);
      if (n % UNITS === 0) command(`brigade-${n / UNITS}`, `division-${division}`, 'brigade', x + 2 * ACROSS, behind + 100);
      const [type, strength, formation] = stands[n % UNITS] ?? ['', '', ''];
      text.push(
        `[[${side}.commands.units]]`,
        `id = "${side}-${n}"`,
        `name = ${both(`${type} ${n}`)}`,
        `type = "${type}"`,
        strength,
        `at = [${x}, ${y(behind)}]`,
        `formation = "${formation}"`,
        '',
      );
    }
  }
  text.push('[victory]', 'blue_breaks = 90', 'red_breaks = 90', '[victory.text]', 'fr = "Tenir."', 'en = "Hold."', '');
  return { id, toml: text.join('\n'), width };
}
