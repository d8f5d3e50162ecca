#!/usr/bin/env python3
"""convert_corpus.py FILE…: rewrites reproductions from old plan words to new ones, in place."""
import json, re, sys, pathlib
KINDS = {'catalogue': 'catalog', 'favourite': 'favorite', 'healthLapse': 'healthStoreFault',
         'offlineLong': 'longOffline', 'rare': 'occasional', 'rareInGroup': 'occasionalInGroup',
         'reasoned': 'occasionalForReason', 'sampleAlone': 'watchOnlyWorkout', 'trouble': 'deviceFault'}
DO = {'say': 'submit', 'sayTogether': 'submitTogether', 'trouble': 'deviceFault',
      'nothing': 'checkpoint', 'healthLapse': 'healthStoreFault', 'catalogueFails': 'catalogFails'}
COMMANDS = {'dutySwapSaid': 'dutySwapChanged', 'favouriteMealSet': 'favoriteMealSet',
            'photoAnalysed': 'photoAnalyzed'}
FIELDS = {'millilitres': 'milliliters', 'fibre': 'fiber'}
STEP_KEYS = {'deed': 'edit', 'lot': 'draw', 'trouble': 'fault', 'lapse': 'fault', 'ahead': 'offset',
             'behind': 'lag', 'then': 'change', 'thenDelay': 'changeDelay'}
DELIVERY_KEYS = {'fate': 'delivery', 'copy': 'duplicateDelay', 'kept': 'rowsKeptPerMille'}
HOUSEHOLD_KEYS = {'joins': 'joinDay', 'notified': 'hasNotifications'}
VALUES = {'answer': 'response', 'calendarAnswer': 'calendarResponse', 'fullStore': 'storageFull',
          'portal': 'captivePortal', 'over': 'ended', 'stretch': 'changeDuration',
          'relocate': 'changePlace', 'anchorsLost': 'anchorsInvalidated', 'retitle': 'changeTitle', 'meddle': 'editDriver'}
NAME = re.compile(r'(@?(?:[ph]\d+/d\d+/)(?:(?:s\d+|self)/)?)(\w+)((?:/.*|#.*)?)$')
SENTENCES = dict(l.rstrip('\n').split('\t') for l in
                 open(pathlib.Path(__file__).with_name('violation-sentences.tsv')) if '\t' in l)

def name(text):
    m = NAME.match(text)
    return m[1] + KINDS.get(m[2], m[2]) + m[3] if m else text

def names(value):
    if isinstance(value, str): return name(value)
    if isinstance(value, list): return [names(v) for v in value]
    if isinstance(value, dict): return {k: names(v) for k, v in value.items()}
    return value

def command(value):
    return {FIELDS.get(k, k): COMMANDS.get(v, v) if k == 'do' else v for k, v in value.items()}

def line(node):
    if 'step' in node:
        node = names(node)
        new = {}
        for k, v in node.items():
            if k == 'do': v = DO.get(v, v)
            elif k == 'what': v = [command(c) for c in v] if isinstance(v, list) else command(v)
            elif k in ('deed', 'then', 'trouble', 'lapse'): v = VALUES.get(v, v)
            new[STEP_KEYS.get(k, k)] = v
        return new
    if 'fate' in node:
        return {DELIVERY_KEYS.get(k, k):
                VALUES.get(v, v) if k == 'fate' else name(v) if k == 'cause' else v
                for k, v in node.items()}
    if 'household' in node:
        node['people'] = [{HOUSEHOLD_KEYS.get(k, k): v for k, v in p.items()} for p in node['people']]
        return {HOUSEHOLD_KEYS.get(k, k): v for k, v in node.items()}
    return node

def compact(node): return json.dumps(node, ensure_ascii=False, separators=(',', ':'))

def convert(text, path):
    out = []
    for l in text.split('\n'):
        m = re.match(r'"what": "(.*)",$', l)
        if m:
            what = m[1]
            if what not in SENTENCES: print('NO SENTENCE', path, what)
            out.append('"description": "%s",' % SENTENCES.get(what, what)); continue
        if l.startswith('{"'):
            comma = l.endswith(',')
            body = l[:-1] if comma else l
            node = json.loads(body)
            assert compact(node) == body, (path, body[:200], compact(node)[:200])
            out.append(compact(line(node)) + (',' if comma else '')); continue
        out.append(l)
    return '\n'.join(out)

if __name__ == '__main__':
    for f in map(pathlib.Path, sys.argv[1:]):
        f.write_text(convert(f.read_text(), f.name))
