// The box: chamber with floor and peeping flap, lid with lamp and camera, bay for the Raspberry Pi and the battery, easel for the screen.
//
//   part = "box", "screen", "open", "section", "exploded"    to look at
//   part = "body", "plinth", "bottom", "apron", "cover", "cheek", "panel", "lid", "tongue", "bevel", "flap", "jig", "easel"    to print, one at a time, each lying as it is printed
//   part = "clash"    what lid and flap would run into; it must be empty
//   part = "opal"    the plate of opal acrylic, as an outline to cut after
//
// x goes to the right, y to the back, z up; the origin is the middle of the felt. README.md and assembly/ say the rest.

part = "box";
lid_angle = 0;
flap_angle = 0;

// --- Dimensions: written by `python -m hardware.book.sizes`, changed in sizes.py ---
shape = "oblong"; // oblong or round
wall = 9; // thickness of the boards: 6, 9 or 12; printed 5
room_x = 156; // inside of the chamber, left to right; also of the bay
room_y = 112; // inside of the oblong chamber, front to back
room_d = 130; // inside diameter of the round chamber
floor_plate = 3; // loose plate under the felt
felt = 2; // felt on the plate
die_long = 25.4; // a Meier die standing on end
die_short = 19.05; // a Meier die lying flat
hfov = 62.2; // narrowest camera that the box is designed for, left to right (Camera Module 2)
vfov = 48.8; // the same, front to back
lens_oblong = 155; // front of the lens above the felt, oblong
lens_round = 170; // front of the lens above the felt, round
ledge = 6; // height of the opal plate, on the tongue, above the rim
opal = 3; // opal acrylic plate under the lamp
tongue = 6; // thickness of the tongue of the lid
trap = 8; // how deep the tongue reaches into the chamber
trap_gap = 0.8; // clearance between tongue and wall
lid_h = 50; // height of the lid's frame, without its top
lid_open = 60; // angle at which the chain stops the lid
cam_depth = 12.4; // circuit board to front of lens (Camera Module 3 Wide; 11.5 standard, 9 Module 2)
cam_block = 34; // side of the block on which the camera sits
lens_hole = 14; // hole for the lens in the opal plate
lamp_r = 46; // radius of the ring of LEDs round the lens
lamps = 12; // white LEDs, half of them on each channel
bevel_w = 13; // bevelled strip along the foot of the chamber's walls, width on the floor
bevel_h = 22; // the same, height above the felt
peep_oblong = 132; // opening for peeping, width, oblong
peep_round = 104; // opening for peeping, width, round
peep_h_oblong = 96; // opening for peeping, height, oblong
peep_h_round = 111; // opening for peeping, height, round
peep_sill = 36; // its lower edge above the felt
lap = 9; // how far the flap covers the wall round the opening
flap = 6; // thickness of flap, plug and cheeks
plug_gap = 2.5; // clearance of the plug in the opening, lined with felt
cheek = 56; // depth of the cheeks beside the flap
cheek_up = 25; // how far the cheeks rise above the shut flap
cheek_free = 2; // how far the cheeks stay before the lid, above the rim
cheek_gap = 1; // clearance between flap and cheek
latch_x = 20; // toggle latch of the lid, from the front edge of the side
flap_magnet_d = 5; // magnet that holds the flap, diameter
flap_magnet_l = 3; // the same, thickness
feet = 5; // felt feet under the plinth
bottom = 6; // bottom of the plinth, screwed on
plinth = 40; // inside of the plinth under chamber, bay and apron, height
apron = 66; // apron with the controls, before the front
duct_x = 110; // opening from the bay down into the plinth, left to right
duct_y = 30; // the same, front to back
bay_y = 70; // inside of the bay behind the chamber, front to back
bank_x = 145; // power bank, long side
bank_y = 70; // power bank, short side
bank_z = 25; // power bank, thickness
bank_plug = 40; // plugs at one short side of the power bank
pi_long = 85; // Raspberry Pi, long side, upright, the memory card at the top
pi_short = 56; // Raspberry Pi, short side
pi_z = 32; // Raspberry Pi with spacers, cooler and carrier board, out from the back panel
pi_below = 12; // upper edge of the Raspberry Pi below the bay's cover
hatch_x = 40; // hatch in the bay's cover over the memory card, left to right
hatch_y = 24; // the same, front to back
button_d = 24; // hole for a button
button_nut = 30; // its nut
button_deep = 38; // its depth below the apron, with its wires
button_proud = 12; // its height above the apron
button_y = 38; // row of the controls before the front
button_pitch = 37; // spacing of the controls
dial_d = 7; // hole for the bushing of the dial
cable_w = 30; // slot for ribbon and lamp wires, width
cable_h = 5; // the same, height
socket_d = 24; // hole for a D-size socket (USB-C, USB-A, HDMI) in the back panel
rocker_d = 20; // hole for the round rocker switch
power_d = 16; // hole for the power button
vent_d = 6; // vent hole
vents = 7; // vent holes in a row
baffle = 30; // width of the board in front of the vents
baffle_gap = 8; // its distance from them
magnet_d = 4; // magnet in the top edge of the front
magnet_l = 5; // its depth
reed_l = 20; // pocket for the reed switch in the lid's lower edge, length
reed_w = 3.5; // the same, width
reed_h = 5; // the same, depth
window_x = 155; // window of a 7 inch screen, left to right
window_y = 87; // window of a 7 inch screen, bottom to top
panel_x = 193; // outside of the screen's panel, left to right
panel_y = 111; // outside of the screen's panel, bottom to top
easel_lean = 15; // how far the screen leans back
eye_low = 360; // lowest eye of a seated player above the table
eye_high = 480; // highest eye of a seated player above the table
eye_near = 240; // nearest eye of a seated player before the front
eye_far = 360; // farthest eye of a seated player before the front
mast_z = 60; // lower edge of a screen on the box above the bay's cover
screen_z = 25; // depth of the screen and its plugs behind the face
// --- End of the dimensions ---

$fn = 96;
eps = 0.05;
name_size = part == "section" ? 6.5 : 8; // the others are seen from farther away
eye_above = 420; // the player's eye above the table and before the front, in the picture of the sight lines
eye_before = 300;
flat_edge = (shape == "oblong" ? room_y : room_d) / 2 - bevel_w;
view = [62, 0, 332]; // how the onlooker stands: pictures.py says it

// ---------------------------------------------------------------- worked out

oblong = shape == "oblong";
lens_min = oblong ? lens_oblong : lens_round;
under = floor_plate + felt;
rings = ceil((lens_min - ledge + under) / wall);
wall_h = oblong ? lens_min - ledge + under : rings * wall;
rim = wall_h - under;
lens_h = rim + ledge;
frame_h = oblong ? lid_h : ceil(lid_h / wall) * wall;
deep = oblong ? room_y : room_d;
front_y = -deep / 2 - wall;
hinge_y = deep / 2 + wall;
back_y = hinge_y + bay_y;
box_w = room_x + 2 * wall;
box_d = deep + bay_y + 3 * wall;
box_h = bottom + plinth + wall + wall_h + frame_h + wall;
plinth_d = box_d + apron;
peep_h = oblong ? peep_h_oblong : peep_h_round;
cheek_top = peep_sill + peep_h + lap + cheek_up;
plinth_z = -under - wall - plinth;
lid_d = deep + 2 * wall;
peep_w = oblong ? peep_oblong : peep_round;
flap_w = peep_w + 2 * lap;
flap_h = peep_h + 2 * lap;
porch_w = flap_w + 2 * cheek_gap + 2 * flap;
tongue_h = trap + ledge;
block_h = frame_h - ledge - cam_depth;
cavity = frame_h - ledge - opal;
cover_z = rim - wall;

echo(derived = [["rim", rim], ["wall_h", wall_h], ["frame_h", frame_h], ["deep", deep], ["box_w", box_w], ["box_d", box_d],
    ["box_h", box_h], ["lid_d", lid_d], ["flap_w", flap_w], ["flap_h", flap_h], ["porch_w", porch_w], ["plinth_d", plinth_d], ["cheek_top", cheek_top], ["tongue_h", tongue_h], ["block_h", block_h]]);

// ---------------------------------------------------------------- what must hold

assert(shape == "oblong" || shape == "round", "shape must be oblong or round");
assert(wall >= 5 && wall <= 12, "walls of 5 to 12 mm: thinner has no room for the reed switch, thicker none for the plug");
seen_x = 2 * (lens_h - die_long) * tan(hfov / 2);
seen_y = 2 * (lens_h - die_long) * tan(vfov / 2);
assert(seen_x >= (oblong ? room_x : room_d), str("the camera sees only ", seen_x, " mm of the chamber's width at the top of a standing die: raise the camera"));
assert(seen_y >= deep, str("the camera sees only ", seen_y, " mm of the chamber's depth at the top of a standing die: raise the camera"));
assert(rim - peep_sill - peep_h - lap >= 8, "no room above the flap for its leather hinge");
assert(flap_h + peep_sill - lap <= rim - trap, "the flap must end below the tongue of the lid");
assert(peep_sill >= die_long + 8, "the opening must lie above the dice, or they fall out");
assert(peep_sill - lap >= bevel_h, "the flap's magnets would meet the bevel: make it lower");
assert(bevel_h / bevel_w > die_long / die_short, "a die could rest with a face on the bevel: make it steeper");
assert(peep_sill - lap - 6.5 >= -under + button_proud + 6, "no room for fingers on the buttons under the flap");
// The flap turns on its outer upper edge; the plug's lower inner edge swings downwards until it has left the wall.
drop = lap + peep_h - plug_gap;
swing = sqrt(pow(drop, 2) + pow(2 * flap, 2) - pow(flap, 2)) - drop;
lining = 1;
assert(plug_gap - lining >= swing, str("the plug needs ", swing, " mm beside its felt to swing out"));
lid_swing = sqrt(pow(lid_d - wall - trap_gap, 2) + pow(trap, 2)) - (lid_d - wall - trap_gap);
assert(trap_gap >= lid_swing, str("the tongue needs ", lid_swing, " mm to swing out"));
assert(lap >= 8, "the flap must lap over the wall by 8 mm or more to be tight");
assert(trap >= 8, "the tongue must reach 8 mm or more into the chamber to be tight");
assert(lens_hole / 2 >= 4 + tan(57), "the hole in the opal plate would be seen by a wide lens 1 mm above its underside");
assert(reed_h + wall / 2 / tan(30) >= ledge + opal, "the hole for the reed switch's wires ends at the opal plate: make the pocket deeper");
assert(block_h >= 10, "no room for the camera in the lid: make the lid higher");
assert(cavity >= 25, "the lamps are too near the opal plate to be diffused: make the lid higher");
assert(lamp_r + 5 <= deep / 2 && lamp_r - 5 >= cam_block / 2 * sqrt(2) - 3, "the ring of lamps must lie between the camera's block and the wall");
assert(reed_w + 1 <= wall && magnet_d + 1 <= wall, "the reed switch and its magnet must fit into the thickness of the wall");
assert(button_y + button_nut / 2 <= apron - wall && button_y - button_nut / 2 >= flap + 8, "the buttons do not fit between flap and plinth's front");
assert(button_deep + 2 <= plinth, "the buttons are too deep for the plinth: make it higher");
assert(3 * button_pitch + button_nut <= room_x, "three buttons and the dial do not fit side by side");
assert(cheek + 4 <= apron, "the cheeks must stand on the apron");
assert(pi_z + 25 <= bay_y, "no room for the plugs before the Raspberry Pi: make the bay deeper");
assert(bank_x + bank_plug <= box_d - wall && bank_y <= room_x / 2 && bank_z + wall + 3 <= plinth, "the power bank does not fit into the plinth with its plugs and its batten");
assert((room_x - pi_short) / 2 - 10 >= 38, "no room for the plugs beside the Raspberry Pi");
assert(wall_h - wall - pi_below - pi_long >= 40, "no room for the USB plugs below the Raspberry Pi");
assert(duct_y + 10 <= bay_y && duct_x <= room_x, "the duct does not fit into the bay");
assert(baffle >= 2 * vent_d + 2 * baffle_gap, "light falls past the baffle: make it wider");
assert(porch_w <= box_w, "the cheeks are wider than the box");
// From where a player sits the eye must reach the tops of dice at either bevel: at the far one past the upper edge of the
// opening, at the near one past the sill. Of a die that lies there, the row of pips towards the middle of the floor counts.
table_z = -under - wall - plinth - bottom - feet;
pips_y = flat_edge - die_short * 3 / 4;
function height_at(y, above, before, pips) = let(eye_y = front_y - before, eye_z = table_z + above)
    eye_z + (die_short - eye_z) * (y - eye_y) / (pips - eye_y);
upper = height_at(front_y, eye_high, eye_near, pips_y);
lower = height_at(-deep / 2, eye_low, eye_far, -pips_y);
assert(upper <= peep_sill + peep_h, str("the highest, nearest eye needs an opening up to ", upper, " mm: make it higher"));
assert(lower >= peep_sill, str("the lowest, farthest eye needs a sill below ", lower, " mm: make it lower"));

// ---------------------------------------------------------------- colours

wood = [0.78, 0.55, 0.33];
pale = [0.93, 0.77, 0.54];
dark = [0.50, 0.31, 0.18];
sawn = [0.98, 0.88, 0.70];
ink = [0.16, 0.13, 0.11];
cloth = [0.18, 0.42, 0.29];
milk = [0.95, 0.95, 0.90, 0.55];
metal = [0.34, 0.35, 0.38];
board = [0.10, 0.42, 0.20];
bone = [0.93, 0.88, 0.74];
leather = [0.30, 0.17, 0.10];

// ---------------------------------------------------------------- outlines, seen from above

module chamber_inside(shrink = 0) {
    if (oblong) square([room_x - 2 * shrink, room_y - 2 * shrink], center = true);
    else circle(d = room_d - 2 * shrink);
}

module chamber_outside() {
    if (oblong) square([box_w, lid_d], center = true);
    else {
        hull() {
            circle(d = lid_d);
            translate([-box_w / 2, hinge_y - wall]) square([box_w, wall]);
        }
        translate([-porch_w / 2, front_y]) square([porch_w, lid_d / 2]);
    }
}

// ---------------------------------------------------------------- body

module peep_opening() {
    translate([-peep_w / 2, front_y - 1, peep_sill]) cube([peep_w, lid_d / 2, peep_h]);
}

module magnet_hole() {
    translate([0, front_y + wall / 2, rim - magnet_l]) cylinder(d = magnet_d, h = magnet_l + 1, $fn = 32);
}

function vent_places() = [for (i = [0 : vents - 1]) (i - (vents - 1) / 2) * room_x / (vents + 1)];

module vent_row(turn) {
    for (x = vent_places()) translate([x, 0, 0]) rotate(turn) cylinder(d = vent_d, h = 4 * wall, center = true, $fn = 32);
}

module deck() {
    color(wood) difference() {
        translate([-box_w / 2, front_y, -under - wall]) cube([box_w, box_d, wall]);
        translate([-duct_x / 2, hinge_y + 5, -under - wall - 1]) cube([duct_x, duct_y, wall + 2]);
    }
}

module apron_board() {
    color(pale) difference() {
        translate([-box_w / 2, front_y - apron, -under - wall]) cube([box_w, apron, wall]);
        for (i = [0 : 3])
            translate([(i - 1.5) * button_pitch, front_y - button_y, -under - wall - 1]) cylinder(d = i < 3 ? button_d : dial_d, h = wall + 2);
        for (side = [-1, 1], y = [12, apron - 6])
            translate([side * (box_w - wall) / 2, front_y - apron + y, -under - wall - 1]) cylinder(d = 3.5, h = wall + 2, $fn = 24);
    }
}

module plinth_frame() {
    color(dark) translate([0, front_y - apron + plinth_d / 2, plinth_z]) linear_extrude(plinth, convexity = 8) difference() {
        square([box_w, plinth_d], center = true);
        square([room_x, plinth_d - 2 * wall], center = true);
    }
}

module plinth_bottom() {
    color(wood) difference() {
        translate([-box_w / 2, front_y - apron, plinth_z - bottom]) cube([box_w, plinth_d, bottom]);
        translate([0, back_y - 15, plinth_z]) vent_row([0, 0, 0]);
        for (side = [-1, 1], y = [15, plinth_d / 2, plinth_d - 15])
            translate([side * (box_w - wall) / 2, front_y - apron + y, plinth_z - bottom - 1]) cylinder(d = 3.5, h = bottom + 2, $fn = 24);
    }
}

// The strips along the foot of the walls: upright up to the felt, then back to the wall in a slope.
module bevels() {
    color(dark) difference() {
        translate([0, 0, -under]) linear_extrude(under + bevel_h, convexity = 8) chamber_inside();
        translate([0, 0, -under - 1]) linear_extrude(under + 1 + eps, convexity = 8) chamber_inside(bevel_w);
        hull() {
            linear_extrude(eps) chamber_inside(bevel_w);
            translate([0, 0, bevel_h]) linear_extrude(eps) chamber_inside();
        }
    }
}

module flap_magnets() {
    for (side = [-1, 1]) translate([side * peep_w / 3, front_y, peep_sill - lap / 2]) rotate([90, 0, 0])
        cylinder(d = flap_magnet_d, h = 2 * flap_magnet_l, center = true, $fn = 32);
}

module chamber() {
    color(pale) difference() {
        translate([0, 0, -under]) linear_extrude(wall_h, convexity = 8) difference() {
            chamber_outside();
            chamber_inside();
        }
        peep_opening();
        magnet_hole();
        flap_magnets();
    }
}

module bay() {
    color(wood) for (side = [-1, 1])
        translate([side * (box_w - wall) / 2 - wall / 2, hinge_y - eps, -under]) cube([wall, bay_y + wall + eps, wall_h]);
    color(dark) for (side = [-1, 1])
        translate([side * (room_x / 2 - 5) - 5, back_y - 10, -under]) cube([10, 10, wall_h - wall]);
}

module cover() {
    color(pale) difference() {
        translate([-room_x / 2 - eps, hinge_y - eps, cover_z]) cube([room_x + 2 * eps, bay_y + eps, wall]);
        translate([-cable_w / 2, hinge_y - 1, cover_z - 1]) cube([cable_w, cable_h + 1, wall + 2]);
        translate([-hatch_x / 2, back_y - baffle_gap - 5 - hatch_y, cover_z - 1]) cube([hatch_x, hatch_y, wall + 2]);
    }
}

module hatch() {
    color(dark) translate([-hatch_x / 2 - 6, back_y - baffle_gap - 8 - hatch_y, rim]) cube([hatch_x + 12, hatch_y + 6, 3]);
}

module cheeks() {
    color(dark) {
        for (side = [-1, 1])
            translate([side * (porch_w - flap) / 2 - flap / 2, front_y - cheek, -under - eps]) {
                cube([flap, cheek + eps, min(rim, cheek_top) + under]);
                // Above the rim they stay clear of the lid.
                cube([flap, cheek - cheek_free, cheek_top + under]);
            }
        translate([-porch_w / 2 + flap, front_y - 12, peep_sill - lap - flap - 0.5]) cube([porch_w - 2 * flap, 12 + eps, flap]);
    }
}

module latches() {
    for (side = [-1, 1]) color(metal) translate([side * ((oblong ? box_w : porch_w) / 2 + 1.5) - 1.5, front_y + latch_x - 7, rim - 22]) cube([3, 14, 44]);
}

module body() {
    deck();
    chamber();
    bay();
}

module built() {
    plinth_frame();
    plinth_bottom();
    apron_board();
    body();
    bevels();
    cover();
    hatch();
    cheeks();
}

// ---------------------------------------------------------------- back panel

// Seen from behind: x, and z above the deck; the sockets, the switch and the button.
socket_x = pi_short / 2 + 22;
module panel_hole(x, z, d) {
    translate([x, z]) circle(d = d, $fn = 32);
}

// Drawn flat, x and z, and then given its thickness: holes in a solid take OpenSCAD seconds.
module panel() {
    top = wall_h - wall - pi_below;
    color(wood) translate([0, back_y + wall, -under]) rotate([90, 0, 0]) linear_extrude(wall, convexity = 8) difference() {
        translate([-room_x / 2 + 0.2, 0]) square([room_x - 0.4, wall_h]);
        for (x = vent_places()) panel_hole(x, under + rim - wall - vent_d, vent_d);
        for (x = [-24.5, 24.5, 1.5], z = [top - 3.5, top - 61.5]) panel_hole(x, z, 2.7);
        panel_hole(socket_x, 25, socket_d);
        panel_hole(socket_x, 62, socket_d);
        panel_hole(-socket_x, 25, socket_d);
        panel_hole(-socket_x, 62, rocker_d);
        panel_hole(socket_x, 96, power_d);
        for (at = [[1, 25], [1, 62], [-1, 25]], e = [-1, 1]) panel_hole(at[0] * socket_x + 9.5 * e, at[1] + 12 * e, 2);
        for (side = [-1, 1], z = [15, wall_h - wall - 15]) panel_hole(side * (room_x / 2 - 5), z, 3.5);
    }
    color(pale) translate([-room_x / 2 + 11, back_y - baffle_gap - 3, rim - wall - baffle]) {
        cube([room_x - 22, 3, baffle - 1]);
        for (side = [0, 1]) translate([side * (room_x - 22 - 8), 0, 0]) cube([8, 3 + baffle_gap + eps, baffle - 1]);
    }
}

// ---------------------------------------------------------------- lid

module lid() {
    color(pale) difference() {
        translate([0, 0, rim]) linear_extrude(frame_h, convexity = 8) difference() {
            chamber_outside();
            chamber_inside();
        }
        translate([-cable_w / 2, deep / 2 - lid_d / 4, rim + ledge + opal + 3]) cube([cable_w, lid_d, cable_h]);
        translate([-reed_l / 2, front_y + wall / 2 - reed_w / 2, rim - 1]) cube([reed_l, reed_w, reed_h + 1]);
        translate([0, front_y + wall / 2, rim + reed_h]) rotate([-30, 0, 0]) cylinder(d = 2, h = 3 * wall, $fn = 24);
        tongue_screws(2);
    }
    color(wood) translate([0, 0, rim + frame_h - eps]) linear_extrude(wall + eps, convexity = 8) chamber_outside();
    color(dark) translate([-cam_block / 2, -cam_block / 2, rim + ledge + cam_depth]) cube([cam_block, cam_block, block_h]);
}

// Screwed, not glued: the opal plate lies on it, and the lamps must be reached.
module tongue_frame() {
    color(dark) difference() {
        union() {
            translate([0, 0, rim - trap]) linear_extrude(tongue_h, convexity = 8) difference() {
                chamber_inside(trap_gap);
                chamber_inside(trap_gap + tongue);
            }
            // Above the rim it touches the frame and needs no play.
            translate([0, 0, rim + 0.5]) linear_extrude(ledge - 0.5, convexity = 8) difference() {
                chamber_inside(0.1);
                chamber_inside(trap_gap + tongue);
            }
        }
        tongue_screws(2.7);
    }
}

// They end within the wall, so that no light comes through.
module tongue_screws(d) {
    for (side = [-1, 1]) translate([side * ((oblong ? room_x : room_d) / 2 + 3), 0, rim + ledge / 2]) rotate([0, -side * 90, 0]) cylinder(d = d, h = 14, $fn = 24);
}

module opal_plate() {
    color(milk) translate([0, 0, rim + ledge]) linear_extrude(opal, convexity = 8) difference() {
        chamber_inside(0.5);
        circle(d = lens_hole);
    }
}

// It holds the LEDs, under the lid's top.
module lamp_plate() {
    color(milk) translate([0, 0, rim + frame_h - 9]) linear_extrude(3, convexity = 8) difference() {
        chamber_inside(1);
        square(cam_block + 1, center = true);
    }
}

module leds() {
    for (i = [0 : lamps - 1]) {
        turn = (i + 0.5) * 360 / lamps + 90;
        color(i < lamps / 2 ? [1, 0.93, 0.62] : [1, 0.98, 0.9])
            translate([lamp_r * cos(turn), lamp_r * sin(turn), rim + frame_h - 14]) cylinder(d = 5, h = 9, $fn = 24);
    }
}

module lamp_ring() {
    lamp_plate();
    leds();
}

module camera() {
    color(board) translate([-12.5, -12, rim + ledge + cam_depth - 1.1]) cube([25, 24, 1.1]);
    color(metal) translate([0, 0, lens_h]) cylinder(d = 8, h = cam_depth - 1);
}

// ---------------------------------------------------------------- flap

module flap_board() {
    color(wood) difference() {
        translate([-flap_w / 2, front_y - flap, peep_sill - lap]) cube([flap_w, flap, flap_h]);
        flap_magnets();
    }
    color(dark) translate([-peep_w / 2 + plug_gap, front_y - eps, peep_sill + plug_gap]) cube([peep_w - 2 * plug_gap, flap + eps, peep_h - 2 * plug_gap]);
}

module flap_tab() {
    color(leather) translate([-9, front_y - flap - 9, peep_sill - lap + 4]) cube([18, 9, 1.5]);
}

module flap_with_tab() {
    flap_board();
    flap_tab();
}

module raised(angle) {
    translate([0, front_y - flap, peep_sill + peep_h + lap]) rotate([angle, 0, 0]) translate([0, flap - front_y, -peep_sill - peep_h - lap]) children();
}

module opened(angle) {
    translate([0, hinge_y, rim]) rotate([angle, 0, 0]) translate([0, -hinge_y, -rim]) children();
}

// ---------------------------------------------------------------- screen on the box, or on an easel

face_x = panel_x + 20;
face_y = panel_y + 20;
module screen_face() {
    difference() {
        cube([face_x, wall, face_y]);
        translate([(face_x - window_x) / 2, -1, (face_y - window_y) / 2]) cube([window_x, wall + 2, window_y]);
    }
}

// Masts behind the back panel, face before them, and between them, over and under the screen, a strip on edge.
module screen_on_box() {
    front = back_y - screen_z;
    mast = max(20, wall + 11);
    color(dark) for (side = [-1, 1]) translate([side * (box_w / 2 - mast / 2) - mast / 2, back_y + wall, rim - 100]) cube([mast, wall, 100 + mast_z + face_y + 8]);
    color(pale) translate([-face_x / 2, front, rim + mast_z]) screen_face();
    color(dark) for (z = [0, face_y - flap]) translate([-face_x / 2, front + wall, rim + mast_z + z]) cube([face_x, screen_z, flap]);
    color(ink) translate([-panel_x / 2, front + wall, rim + mast_z + 10]) cube([panel_x, screen_z - 12, panel_y]);
}

// Laid across the lid's frame: the short tab touches a lens that is flush with the opal plate, the long one must not lie flat.
module camera_jig() {
    color(pale) linear_extrude(3) difference() {
        union() {
            translate([-box_w / 2, ledge]) square([box_w, 24]);
            translate([-6, 0]) square([12, ledge + 24 + ledge + 1]);
        }
        for (y = [-1, 2 * ledge + 22]) translate([-2.5, y]) square([5, 4]);
    }
}


module easel() {
    foot = 90;
    up = face_y - 20;
    lean = tan(easel_lean);
    color(wood) translate([-face_x / 2, 0, 0]) cube([face_x, foot, wall]);
    color(pale) difference() {
        translate([0, 0, wall]) rotate([-easel_lean, 0, 0]) difference() {
            translate([-face_x / 2, 0, 0]) cube([face_x, wall, face_y]);
            translate([-window_x / 2, -1, (face_y - window_y) / 2]) cube([window_x, wall + 2, window_y]);
        }
        // The lower edge is bevelled, so that the face stands on the foot.
        translate([-face_x, -wall, -wall - eps]) cube([2 * face_x, foot, 2 * wall]);
    }
    color(dark) for (side = [-1, 1]) translate([side * (face_x / 2 - 12) - wall / 2, wall / cos(easel_lean) - eps, wall - eps])
        rotate([90, 0, 90]) linear_extrude(wall, convexity = 8) polygon([[0, 0], [80, 0], [80, 15], [up * lean + 12, up], [up * lean, up]]);
}

// ---------------------------------------------------------------- what is bought

module sockets() {
    for (at = [[1, 25], [1, 62], [-1, 25]]) color(metal) translate([at[0] * socket_x - 13, back_y + wall, -under + at[1] - 15.5]) cube([26, 2, 31]);
    color([0.6, 0.12, 0.1]) translate([-socket_x, back_y + wall, -under + 62]) rotate([-90, 0, 0]) cylinder(d = rocker_d + 2, h = 4);
    color(metal) translate([socket_x, back_y + wall, -under + 96]) rotate([-90, 0, 0]) cylinder(d = power_d + 2, h = 5);
}

module bought() {
    sockets();
    latches();
    floor_and_felt();
    dice();
    power_bank();
    electrics();
}

module floor_and_felt() {
    color(cloth) translate([0, 0, -felt]) linear_extrude(felt, convexity = 8) chamber_inside(bevel_w + 0.5);
    color(pale) translate([0, 0, -under]) linear_extrude(floor_plate, convexity = 8) chamber_inside(bevel_w + 0.5);
}

// A five and a three, lying on the felt.
module dice() {
    translate([-30, 5, die_short / 2]) rotate(25) die([[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]]);
    translate([18, -20, die_short / 2]) rotate(-50) die([[-1, -1], [0, 0], [1, 1]]);
}

module die(pips) {
    color(bone) difference() {
        intersection() {
            cube([die_long, die_short, die_short], center = true);
            scale([1, die_short / die_long, die_short / die_long]) sphere(d = die_long * 1.56);
        }
        for (pip = pips) translate([pip[0] * die_long / 4, pip[1] * die_short / 4, die_short / 2]) sphere(d = 3.2, $fn = 24);
    }
    color(ink) for (pip = pips) translate([pip[0] * die_long / 4, pip[1] * die_short / 4, die_short / 2 - 1]) cylinder(d = 3, h = 0.6, $fn = 24);
}

module power_bank() {
    // Against the deck and the left side, its plugs towards the bay.
    color(metal) translate([-room_x / 2, front_y, -under - wall - bank_z]) cube([bank_y, bank_x, bank_z]);
}

module electrics() {
    color(board) translate([-pi_short / 2, back_y - 9.6, cover_z - pi_below - pi_long]) cube([pi_short, 1.6, pi_long]);
    color(metal) translate([-pi_short / 2 + 2, back_y - 27, cover_z - pi_below - pi_long - 2]) cube([pi_short - 4, 17, 20]);
    for (i = [0 : 2]) color([[0.72, 0.55, 0.15], [0.2, 0.35, 0.6], [0.6, 0.12, 0.1]][i]) translate([(i - 1.5) * button_pitch, front_y - button_y, -under - button_deep]) {
        cylinder(d = button_d - 1, h = button_deep);
        translate([0, 0, button_deep]) cylinder(d1 = button_nut, d2 = button_nut - 2, h = 4);
        translate([0, 0, button_deep]) cylinder(d = button_d - 5, h = 9);
    }
    color(metal) translate([1.5 * button_pitch, front_y - button_y, -under]) {
        translate([0, 0, -25]) cylinder(d = dial_d - 0.5, h = 25);
        cylinder(d = 22, h = 16);
    }
}

module lid_with_parts() {
    lid();
    tongue_frame();
    lamp_ring();
    camera();
    opal_plate();
}

// The lid at `lid_angle` and the flap at `flap_angle`, held off by a hair, since shut they rest on the body.
module moved() {
    translate([0, 0, 0.02]) opened(-lid_angle) lid_with_parts();
    translate([0, -0.1, 0]) raised(-flap_angle) flap_board();
}

module hinge_leather() {
    color(leather) {
        translate([-room_x / 2, hinge_y, rim]) cube([room_x, 1.5, 26]);
        translate([-room_x / 2, hinge_y, rim]) cube([room_x, 16, 1.5]);
    }
}

// The felt on the rim, as it looks out of the joint.
module joint() {
    color(ink) translate([0, 0, rim - 0.6]) linear_extrude(1.2, convexity = 8) difference() {
        offset(delta = 0.15) chamber_outside();
        offset(delta = -1) chamber_outside();
    }
}

// ---------------------------------------------------------------- what is shown

// What lies to the left of a cut, its cut faces in a colour. Cuts of different colours lie a little apart: the preview
// gives faces in the same place one colour.
module halved(face, at = 1) {
    intersection() {
        children();
        color(face) translate([at - 300, -250, -100]) cube([300, 500, 400]);
    }
}

// A name beside a thing, facing the onlooker, and a line to the thing.
module name(word, at, to, align = "left") {
    color(ink) {
        hull() for (end = [at, to]) translate(end) sphere(d = 0.9, $fn = 12);
        translate(to) sphere(d = 2.6, $fn = 16);
        translate(at) rotate(view) translate([align == "left" ? 3 : align == "right" ? -3 : 0, align == "center" ? 3 : -name_size / 2, 0])
            linear_extrude(0.1) text(word, size = name_size, halign = align);
    }
}

module box() {
    joint();
    built();
    panel();
    bought();
    flap_with_tab();
    lid_with_parts();
    hinge_leather();
}

if (part == "box") {
    box();
} else if (part == "open") {
    built();
    panel();
    bought();
    raised(-172) flap_with_tab();
    opened(-lid_open) lid_with_parts();
} else if (part == "section") {
    halved(sawn) {
        built();
        panel();
        flap_board();
        lid();
    }
    halved(dark, 1.5) tongue_frame();
    halved([0.97, 0.97, 0.93], 2) {
        opal_plate();
        lamp_plate();
    }
    halved(cloth, 2.5) floor_and_felt();
    halved(leather, 3) {
        hinge_leather();
        flap_tab();
    }
    leds();
    camera();
    translate([-28, 0, 0]) dice();
    power_bank();
    electrics();
    front = front_y - apron - 12;
    back = back_y + wall + 12;
    top = rim + frame_h + wall + 16;
    name("lamp, two channels", [1, -60, top], [1, -lamp_r * sin(75), rim + frame_h - 6], "right");
    name("camera on its block", [1, 30, top], [1, 0, lens_h + cam_depth]);
    name("opal plate", [1, front, lens_h + 22], [1, -20, rim + ledge + opal], "right");
    name("reed switch, magnet", [1, front, rim + 2], [1, front_y + wall / 2, rim + 1], "right");
    name("flap with plug", [1, front, peep_sill + peep_h + 8], [1, front_y - flap / 2, peep_sill + peep_h - 6], "right");
    name("cheek", [1, front, peep_sill + 40], [1, front_y - cheek + 5, peep_sill + 30], "right");
    name("magnet", [1, front, peep_sill + 16], [1, front_y, peep_sill - lap / 2], "right");
    name("bevel", [1, front, peep_sill - 8], [1, front_y + wall + 4, bevel_h - 6], "right");
    name("buttons and dial", [1, front, 10], [1, front_y - button_y, 0], "right");
    name("felt, loose floor", [1, front, -58], [1, -20, 0], "right");
    name("leather hinge", [1, hinge_y + 30, rim + 52], [1, hinge_y + 1, rim + 20]);
    name("hatch over the card", [1, back, rim + 30], [1, back_y - 24, rim + 3]);
    name("baffled vents", [1, back, rim - 10], [1, back_y - baffle_gap, rim - wall - 14]);
    name("Raspberry Pi", [1, back, 72], [1, back_y - 8, 75]);
    name("sockets, switch", [1, back, 36], [1, back_y + wall, 20]);
    name("power bank", [1, back, -24], [-room_x / 2 + bank_y, front_y + bank_x - 8, -under - wall - bank_z / 2]);
    name("air", [1, back, -52], [1, back_y - 15, plinth_z - bottom / 2]);
} else if (part == "back") {
    box();
    behind = back_y + wall;
    left = box_w / 2 + 20;
    name("vents", [left, behind, rim - 4], [room_x / 2 - 19.5, behind, rim - wall - 6], "right");
    name("power button", [left, behind, 96], [socket_x, behind + 5, 96 - under], "right");
    name("USB-A", [left, behind, 58], [socket_x, behind + 2, 62 - under], "right");
    name("HDMI", [left, behind, 16], [socket_x, behind + 2, 25 - under], "right");
    name("hatch over the card", [-left, behind, rim + 10], [-15, back_y - 26, rim + 3]);
    name("screws of the Pi", [-left, behind, 96], [-24.5, behind, 129.5 - under]);
    name("rocker switch", [-left, behind, 58], [-socket_x, behind + 4, 62 - under]);
    name("USB-C, charging", [-left, behind, 16], [-socket_x, behind + 2, 25 - under]);
} else if (part == "exploded") {
    built();
    bought();
    translate([0, 70, 0]) panel();
    translate([0, -90, 0]) flap_with_tab();
    translate([0, 0, 50]) tongue_frame();
    translate([0, 0, 95]) opal_plate();
    translate([0, 0, 150]) {
        lid();
        lamp_ring();
        camera();
    }
    translate([0, 0, -70]) plinth_bottom();
    translate([box_w + 70, 0, -under - wall]) easel();
    left = -box_w / 2 - 24;
    name("lid", [left, front_y, rim + 185], [-box_w / 2, front_y + 6, rim + 175], "right");
    name("opal plate", [left, front_y, rim + 112], [-room_x / 2 + 4, front_y + 14, rim + ledge + 95 + opal], "right");
    name("tongue", [left, front_y, rim + 62], [-room_x / 2 + 2, front_y + 12, rim + 50], "right");
    name("body", [left - 34, front_y, rim - 20], [-box_w / 2, front_y + 6, rim - 26], "right");
    name("flap", [left + 20, -180, 62], [-flap_w / 2, front_y - 96, peep_sill], "right");
    name("bay's cover", [box_w / 2 + 40, hinge_y + 30, rim + 100], [50, hinge_y + 30, rim]);
    name("back panel", [box_w / 2 + 66, back_y + 70, rim + 36], [room_x / 2 - 2, back_y + 76, rim - 8]);
    name("easel for the screen", [box_w + 70, 60, 176], [box_w + 70, 34, 122], "center");
} else if (part == "clash") {
    // What lid and flap have in common with everything that stands still: nothing.
    // Part by part, which takes OpenSCAD half the time of all at once. The dice lie wherever they fell: they are left out.
    intersection() { moved(); body(); }
    intersection() { moved(); bevels(); }
    intersection() { moved(); apron_board(); }
    intersection() { moved(); cover(); }
    intersection() { moved(); cheeks(); }
    intersection() { moved(); panel(); }
    intersection() { moved(); floor_and_felt(); }
    intersection() { moved(); power_bank(); }
    intersection() { moved(); electrics(); }
    intersection() { moved(); screen_on_box(); }
} else if (part == "sight") {
    // A flat section in the plane x = 0, with the eye's lines over the sill and under the opening's upper edge.
    halved(sawn) { built(); panel(); lid(); }
    halved(leather, 2) raised(-172) flap_board();
    halved(cloth, 2.5) floor_and_felt();
    power_bank();
    translate([-20, 0, 0]) dice();
    electrics();
    eye = [6, front_y - eye_before, -under - wall - plinth - bottom - feet + eye_above];
    color([0.75, 0.1, 0.1]) for (to = [[-flat_edge, die_short], [flat_edge, die_short]])
        hull() { translate(eye) sphere(d = 1.6); translate([6, to[0], to[1]]) sphere(d = 1.6); }
    color([0.1, 0.3, 0.7]) hull() { translate(eye) sphere(d = 1.6); translate([6, front_y - button_y, -under + button_proud]) sphere(d = 1.6); }
    color(ink) translate(eye) sphere(d = 12);
    name("the player's eye", [6, eye[1], eye[2] + 16], eye, "center");
    // On the lines: a part of the way from the eye.
    dice_line = eye + 0.35 * ([6, flat_edge, die_short] - eye);
    apron_line = eye + 0.6 * ([6, front_y - button_y, -under + button_proud] - eye);
    name("to the top faces of the dice", dice_line + [0, 30, 60], dice_line);
    name("to the buttons", apron_line + [0, -30, -20], apron_line, "right");
    name("flap, held open", [6, -60, 262], [6, -84, 240]);
} else if (part == "body") {
    translate([0, 0, under + wall]) body();
} else if (part == "plinth") {
    translate([0, 0, -plinth_z]) plinth_frame();
} else if (part == "bottom") {
    translate([0, 0, bottom - plinth_z]) plinth_bottom();
} else if (part == "apron") {
    translate([0, 0, under + wall]) apron_board();
} else if (part == "cover") {
    translate([0, -hinge_y, rim]) rotate([180, 0, 0]) cover();
} else if (part == "cheek") {
    translate([0, 0, front_y + eps]) rotate([-90, 0, 0]) cheeks();
} else if (part == "bevel") {
    translate([0, 0, under]) bevels();
} else if (part == "tongue") {
    translate([0, 0, rim + ledge]) rotate([180, 0, 0]) tongue_frame();
} else if (part == "lid") {
    translate([0, 0, rim + frame_h + wall]) rotate([180, 0, 0]) lid();
} else if (part == "opal") {
    translate([0, 0, -rim - ledge]) opal_plate();
} else if (part == "flap") {
    translate([0, peep_sill + peep_h, flap - front_y]) rotate([90, 0, 0]) flap_board();
} else if (part == "panel") {
    translate([0, 0, back_y + wall]) rotate([-90, 0, 0]) panel();
} else if (part == "jig") {
    camera_jig();
} else if (part == "screen") {
    box();
    screen_on_box();
} else if (part == "easel") {
    easel();
} else {
    assert(false, str("no such part: ", part));
}
